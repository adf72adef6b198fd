// Loads the main data of a page while the page's script still loads.
import type {QueryClient} from '@tanstack/react-query';
import {type FirstQuery, routeAt} from '../routes.ts';
import {ordersQuery, overviewQuery, pricingQuery, salesQuery, settingsQuery} from '../shared/api/questions.ts';
import type {RemoteQuery} from '../shared/api/remote.ts';
import {rulesQuery} from '../shared/api/rules-api.ts';
import {orderListFilterAt} from '../text/order-list.ts';
import {isSetUpKnownToBeOver} from './known-set-up.ts';

/**
 * Loads the main data of the page at this address; for some addresses there is none.
 * @returns resolves when all of it has arrived, or could not be loaded
 */
export async function prefetch(client: QueryClient, {pathname, search}: Location): Promise<void> {
  // The menu needs the overview until set-up is over.
  const asked = new Set<FirstQuery>([
    ...(isSetUpKnownToBeOver() ? [] : ['overview' as const]),
    ...firstQueriesAt(pathname),
  ]);
  await Promise.all([...asked].map((name) => prefetchByName[name](client, new URLSearchParams(search))));
}

const firstQueriesAt = (pathname: string): readonly FirstQuery[] => routeAt(pathname)?.firstQueries ?? [];

/** Loads one query. Never rejects: a failure is shown by the page, which loads again. */
const prefetchQuery = <T>(client: QueryClient, {key, load}: RemoteQuery<T>): Promise<void> =>
  client.prefetchQuery({queryKey: key, queryFn: ({signal}) => load(signal)});

const prefetchByName: Readonly<Record<FirstQuery, (client: QueryClient, search: URLSearchParams) => Promise<void>>> = {
  overview: (client) => prefetchQuery(client, overviewQuery),
  sales: (client) => prefetchQuery(client, salesQuery),
  orders: (client, search) => prefetchQuery(client, ordersQuery({...orderListFilterAt(search), cursor: null})),
  rules: (client) => prefetchQuery(client, rulesQuery),
  pricing: (client) => prefetchQuery(client, pricingQuery),
  settings: (client) => prefetchQuery(client, settingsQuery),
};
