// The requests of the page that ships many orders. A long list is sent in parts, one after the other.
import type {BulkResults} from '#contract/order-actions.ts';
import type {CheckResults} from '#contract/shipments.ts';
import type {LineShipment} from '#domain/orders/tracking/check-cells.ts';
import type {TrackingCells} from '#domain/orders/tracking/read-list.ts';
import {callApi} from './api.ts';
import type {PartLimits} from './in-parts.ts';

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

export const checkPart: PartLimits = {entries: 200, bytes: 150_000};
export const shipPart: PartLimits = {entries: 50, bytes: 50_000};
