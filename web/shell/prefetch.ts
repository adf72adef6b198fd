// The data of a page is asked for while its script still loads.
import type {QueryClient} from '@tanstack/react-query';
import {overviewQuestion, salesQuestion, settingsQuestion} from '../questions.ts';
import type {Question} from '../remote.ts';

/** The pages that show something of the whole store. */
const withOverview: ReadonlySet<string> = new Set(['/', '/orders', '/runs', '/settings', '/settings/connection']);

/** Asks for the data of the page at this address. */
export function prefetch(client: QueryClient, address: string): void {
  if (withOverview.has(address)) ask(client, overviewQuestion);
  if (address === '/') ask(client, salesQuestion);
  if (address === '/settings') ask(client, settingsQuestion);
}

/** A failure is shown by the page, which asks again. */
const ask = <T>(client: QueryClient, {key, load}: Question<T>): void =>
  void client.prefetchQuery({queryKey: key, queryFn: ({signal}) => load(signal)});
