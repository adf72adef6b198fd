// Removes leases and claims of dead processes. Only one process has the embedded database, so at its start every lease is a dead process's.
import {type Kysely, sql} from 'kysely';
import {releaseDeadClaims} from '../shops/idempotency-keys.ts';
import type {Tables} from '../tables/tables.ts';

/**
 * Ends all leases and claims of dead processes. Call before anything takes a lease. An order that was being sent to the supplier becomes
 * `unconfirmed` with the next look for lost claims. A fulfilment that was being sent keeps its time: the request may still arrive at
 * Shopify.
 */
export async function voidClaims(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .updateTable('shops')
    .set({
      run_lease_owner: null,
      run_lease_until: null,
      token_lease_owner: null,
      token_lease_until: null,
      lane_until: null,
    })
    .where((eb) =>
      eb.or([
        eb('run_lease_until', 'is not', null),
        eb('token_lease_until', 'is not', null),
        eb('lane_until', 'is not', null),
      ]),
    )
    .execute();
  await db
    .updateTable('dropship_orders')
    .set({lease_until: sql<Date>`least(lease_until, ${now}::timestamptz - interval '1 millisecond')`})
    .where('state', '=', 'placing')
    .execute();
  await db.deleteFrom('supplier_places').execute();
  await releaseDeadClaims(db);
}
