// From a line of a store order to a checkout link: at most one request to the supplier, and never a guess about what became of it.
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {isOpen, type OpenState} from '#domain/orders/dropship-state.ts';
import type {NotSent} from '#domain/orders/plan-dropship.ts';
import {loadDropshipOrder, moveOpen, type StoredDropshipOrder, saveDueForReason} from '../server/db/dropship-orders.ts';
import {type Claim, claimForPlacing, settlePlacing} from '../server/db/placing.ts';
import type {Deps} from '../server/deps.ts';
import type {Message} from '../server/queue/messages.ts';
import {type PlaceOutcome, placeDropshipOrder as sendToSupplier} from '../server/supplier/dropship.ts';
import {recheckAt, storeAway} from './orders/not-now.ts';
import {type PlanningDeps, planNow, type Ready} from './orders/plan-now.ts';
import {rejectKey} from './orders/reject-key.ts';
import {settleSurely} from './orders/settle-surely.ts';
import {toSettlement} from './orders/settlement.ts';

export type PlacingDeps = PlanningDeps & Pick<Deps, 'newId' | 'checkpoint'>;

type OpenOrder = StoredDropshipOrder & {readonly state: OpenState};

/** Outlives the request's own deadline of 65 s, so that no sweep can race a living request. */
const claimMs = 90_000;

export async function placeDropshipOrder(deps: PlacingDeps, message: Message<'dropship'>): Promise<void> {
  const order = await loadDropshipOrder(deps.db, message.shop, message.dropshipOrderId);
  if (order === null || !isOpen(order.state)) return;
  const open = {...order, state: order.state};
  const ready = await planOrWait(deps, message.shop, open);
  if (ready.kind !== 'ready') return keepOpen(deps, open, ready);

  deps.checkpoint('before-claim');
  const claim = await claimOrder(deps, message.shop, open, ready);
  if (claim === null) return;
  deps.checkpoint('after-claim');
  const outcome = await send(deps, open, ready);
  deps.checkpoint('after-answer');
  await settle(deps, message.shop, open, {claim, key: ready.key}, outcome);
  deps.checkpoint('after-settlement');
}

/** While the store cannot be asked, the order stays what it is and is looked at again a little later. */
async function planOrWait(deps: PlacingDeps, shop: ShopDomain, order: OpenOrder): Promise<Ready | NotSent> {
  try {
    return await planNow(deps, shop, order);
  } catch (error) {
    if (!(error instanceof Failure) || error.remote !== 'shopify') throw error;
    deps.log.warn({shop, dropshipOrder: order.id, err: error}, 'the store could not be asked before placing');
    return order.state === 'waiting' ? storeAway : {kind: order.state, reason: reasonOf(order)};
  }
}

const reasonOf = ({reason_code: code, reason: text}: OpenOrder): NotSent['reason'] =>
  code === null || text === null ? storeAway.reason : {code, text};

async function keepOpen({db, now}: PlacingDeps, order: OpenOrder, plan: NotSent): Promise<void> {
  await moveOpen(db, order, plan.kind, plan.reason, {next_attempt_at: recheckAt(plan, now())}, now());
}

/** `waiting` first where it was held or blocked before, then the claim; null when somebody else has it, or word came since. */
async function claimOrder(deps: PlacingDeps, shop: ShopDomain, order: OpenOrder, ready: Ready): Promise<Claim | null> {
  const {db, now} = deps;
  const at = order.state === 'waiting' ? order.next_attempt_at : now();
  if (order.state !== 'waiting') {
    const freed = {code: 'ready', text: 'Ready to be sent.'};
    if (!(await moveOpen(db, order, 'waiting', freed, {next_attempt_at: at}, now()))) return null;
  }
  const {candidate, what} = ready;
  const facts = {
    colour: what.colour || null,
    size: what.size || null,
    quantity: candidate.quantity,
    country: candidate.country,
    zone: candidate.zone,
    warning: candidate.warning,
    price: what.price,
    fee: what.fee,
  };
  return claimForPlacing(db, {shop, id: order.id, next_attempt_at: at}, deps.newId(), facts, now(), claimMs);
}

function send(deps: PlacingDeps, order: OpenOrder, {candidate, what, key}: Ready): Promise<PlaceOutcome> {
  return sendToSupplier(deps.supplier, key, {
    id: candidate.article.articleId,
    colour: what.colour,
    size: what.size,
    qty: candidate.quantity,
    zone: candidate.zone,
    country: candidate.country,
    reference: order.reference,
    customerEmail: candidate.customerEmail,
    customerName: candidate.customerName,
  });
}

async function settle(
  deps: PlacingDeps,
  shop: ShopDomain,
  order: OpenOrder,
  {claim, key}: {readonly claim: Claim; readonly key: string},
  outcome: PlaceOutcome,
): Promise<void> {
  const {db, log, now} = deps;
  const {settlement, attempt} = toSettlement(outcome, order.attempts + 1, now());
  await settleSurely(() => settlePlacing(db, claim, settlement, attempt, now()), log);
  log.info({shop, dropshipOrder: order.id, verdict: outcome.kind}, 'dropship order settled');
  if (outcome.kind !== 'unauthorised' || (await rejectKey(deps, shop, key))) return;
  await saveDueForReason(db, shop, ['key_rejected'], now());
}
