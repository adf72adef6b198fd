import type {QueryClient} from '@tanstack/react-query';
import {overviewQuestion, settingsQuestion} from '../questions.ts';
import type {Question} from '../remote.ts';

/** Asks for the data of the page at this address while the page's own script is still loading. */
export function prefetch(client: QueryClient, address: string): void {
  ask(client, overviewQuestion);
  if (address === '/settings') ask(client, settingsQuestion);
}

/** A failure is shown by the page, which asks again. */
const ask = <T>(client: QueryClient, {key, load}: Question<T>): void =>
  void client.prefetchQuery({queryKey: key, queryFn: ({signal}) => load(signal)});
