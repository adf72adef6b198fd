// The requests of the page that ships many orders. A long list is sent in parts, one after the other.
import type {BulkResults} from '#contract/order-actions.ts';
import type {CheckResults} from '#contract/shipments.ts';
import type {LineShipment} from '#domain/orders/tracking/check-cells.ts';
import type {TrackingCells} from '#domain/orders/tracking/read-list.ts';
import {callApi} from './api.ts';

/** A line of a list, to be checked. */
export type LineToCheck = TrackingCells & {readonly line: number};
/** An order to mark as shipped. */
export type OrderToShip = LineShipment & {readonly id: string};

export const shipmentsApi = {
  check: (lines: readonly LineToCheck[]) => callApi<CheckResults>('POST', '/api/shipments/check', {body: {lines}}),
  ship: (orders: readonly OrderToShip[], notifyBuyer: boolean) =>
    callApi<BulkResults>('POST', '/api/shipments', {
      body: {orders, notifyBuyer},
      idempotencyKey: crypto.randomUUID(),
    }),
};

/** The most that one request holds: as many entries as the server takes, and fewer bytes than a browser sends while a page is closed. */
export const checkPart = {entries: 200, bytes: 150_000};
export const shipPart = {entries: 50, bytes: 50_000};

/** The entries in parts, each within both limits; an entry that is too large by itself is a part of its own. */
export function inParts<Entry>(
  entries: readonly Entry[],
  {entries: mostEntries, bytes: mostBytes}: typeof checkPart,
): readonly (readonly Entry[])[] {
  const parts: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = new TextEncoder().encode(JSON.stringify(entry)).length + 1;
    const last = parts.at(-1);
    if (last === undefined || last.length === mostEntries || bytes + size > mostBytes) {
      parts.push([entry]);
      bytes = size;
    } else {
      last.push(entry);
      bytes += size;
    }
  }
  return parts;
}
