// The main data of most pages is asked for while the page's script still loads.
import type {QueryClient} from '@tanstack/react-query';
import {rulesQuestion} from '../components/rules/rules-api.ts';
import {ordersQuestion, overviewQuestion, pricingQuestion, salesQuestion, settingsQuestion} from '../questions.ts';
import type {Question} from '../remote.ts';
import {shownAt} from '../text/words.ts';
import {isKnownToBeOver} from './known-set-up.ts';

/** The pages that show something of the whole store. */
const withOverview: ReadonlySet<string> = new Set([
  '/',
  '/orders',
  '/products',
  '/rules',
  '/pricing',
  '/decisions',
  '/runs',
  '/setup',
  '/settings',
  '/settings/connection',
]);

/**
 * Asks for the main data of the page at this address; for some addresses there is none.
 * @returns resolves when all of it is there, or could not be loaded
 */
export async function prefetch(client: QueryClient, {pathname, search}: Location): Promise<void> {
  const asked = [];
  // The menu shows the way to set-up until it is over.
  if (withOverview.has(pathname) || !isKnownToBeOver()) asked.push(ask(client, overviewQuestion));
  if (pathname === '/') asked.push(ask(client, salesQuestion));
  if (pathname === '/rules') asked.push(ask(client, rulesQuestion));
  if (pathname === '/pricing') asked.push(ask(client, pricingQuestion));
  if (pathname === '/settings') asked.push(ask(client, settingsQuestion));
  if (pathname === '/orders') {
    asked.push(ask(client, ordersQuestion({...shownAt(new URLSearchParams(search)), cursor: null})));
  }
  await Promise.all(asked);
}

/** Never rejects: a failure is shown by the page, which asks again. */
const ask = <T>(client: QueryClient, {key, load}: Question<T>): Promise<void> =>
  client.prefetchQuery({queryKey: key, queryFn: ({signal}) => load(signal)});
