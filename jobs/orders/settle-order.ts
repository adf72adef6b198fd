// What the supplier said, written down: the attempt always, the order where it is still this claim's.
import type {ShopDomain} from '#domain/ids.ts';
import {saveDueForReason} from '../../server/db/due-orders.ts';
import {type Claim, settlePlacing} from '../../server/db/placing.ts';
import type {PlaceOutcome} from '../../server/supplier/dropship.ts';
import type {OpenOrder, PlacingDeps} from './placing-deps.ts';
import {rejectKey} from './reject-key.ts';
import {settleSurely} from './settle-surely.ts';
import {toSettlement} from './settlement.ts';

export async function settleOrder(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  {claim, key}: {readonly claim: Claim; readonly key: string},
  outcome: PlaceOutcome,
): Promise<'served' | 'supplier_away'> {
  const {db, now} = deps;
  const sent = {reference: order.reference, unreachableSince: order.unreachable_since};
  const {settlement, attempt} = toSettlement(outcome, sent, now());
  await settleSurely(() => settlePlacing(db, claim, settlement, attempt, now()), deps);
  deps.log.info({shop, dropshipOrder: order.id, verdict: outcome.kind}, 'dropship order settled');
  if (outcome.kind === 'unauthorised' && !(await rejectKey(deps, shop, key))) {
    await saveDueForReason(db, shop, ['key_rejected'], now());
  }
  return outcome.kind === 'never_sent' ? 'supplier_away' : 'served';
}
