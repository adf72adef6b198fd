// The main data of a page is asked for while the page's script still loads.
import type {QueryClient} from '@tanstack/react-query';
import {overviewQuestion} from '../questions.ts';
import {type Ask, routeAt} from '../routes.ts';
import {isKnownToBeOver} from './known-set-up.ts';

/**
 * Asks for the main data of the page at this address; for some addresses there is none.
 * @returns resolves when all of it is there, or could not be loaded
 */
export async function prefetch(client: QueryClient, {pathname, search}: Location): Promise<void> {
  const ask: Ask = ({key, load}) => client.prefetchQuery({queryKey: key, queryFn: ({signal}) => load(signal)});
  const asked = routeAt(pathname)?.ask?.(ask, new URLSearchParams(search)) ?? [];
  // The menu shows the way to set-up until it is over. What is asked for already is not asked for twice.
  await Promise.all(isKnownToBeOver() ? asked : [...asked, ask(overviewQuestion)]);
}
