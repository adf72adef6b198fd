// The main data of a page is asked for while the page's script still loads.
import type {QueryClient} from '@tanstack/react-query';
import {type FirstQuestion, routeAt} from '../routes.ts';
import {
  ordersQuestion,
  overviewQuestion,
  pricingQuestion,
  salesQuestion,
  settingsQuestion,
} from '../shared/api/questions.ts';
import type {Question} from '../shared/api/remote.ts';
import {rulesQuestion} from '../shared/api/rules-api.ts';
import {shownAt} from '../text/words.ts';
import {isKnownToBeOver} from './known-set-up.ts';

/**
 * Asks for the main data of the page at this address; for some addresses there is none.
 * @returns resolves when all of it is there, or could not be loaded
 */
export async function prefetch(client: QueryClient, {pathname, search}: Location): Promise<void> {
  // The menu shows the way to set-up until it is over.
  const asked = new Set<FirstQuestion>([...(isKnownToBeOver() ? [] : ['overview' as const]), ...asksAt(pathname)]);
  await Promise.all([...asked].map((name) => asking[name](client, new URLSearchParams(search))));
}

const asksAt = (pathname: string): readonly FirstQuestion[] => routeAt(pathname)?.asks ?? [];

/** Never rejects: a failure is shown by the page, which asks again. */
const ask = <T>(client: QueryClient, {key, load}: Question<T>): Promise<void> =>
  client.prefetchQuery({queryKey: key, queryFn: ({signal}) => load(signal)});

const asking: Readonly<Record<FirstQuestion, (client: QueryClient, search: URLSearchParams) => Promise<void>>> = {
  overview: (client) => ask(client, overviewQuestion),
  sales: (client) => ask(client, salesQuestion),
  orders: (client, search) => ask(client, ordersQuestion({...shownAt(search), cursor: null})),
  rules: (client) => ask(client, rulesQuestion),
  pricing: (client) => ask(client, pricingQuestion),
  settings: (client) => ask(client, settingsQuestion),
};
