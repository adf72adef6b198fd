// What the merchant decides about a dropship order: one POST each, done once per Idempotency-Key, and written down with the
// person who did it. Sending and writing to the store is called up, never done here.
import {type Request, type Response, Router} from 'express';
import type {z} from 'zod';
import {Settings} from '#domain/settings.ts';
import type {StoredDropshipOrder} from '../../db/dropship-orders.ts';
import {markSeen} from '../../db/mark-seen.ts';
import {
  approve,
  confirmUnconfirmed,
  dismiss,
  fulfilAgain,
  giveDetails,
  type Moved,
  type Mover,
  markPaid,
  markRefunded,
  markShipped,
} from '../../db/merchant-moves.ts';
import {loadWholeStoreOrder} from '../../db/order-story.ts';
import {placeAgain} from '../../db/place-again.ts';
import {loadSettings} from '../../db/shops.ts';
import type {Deps} from '../../deps.ts';
import type {MoveName} from '../contract/dropship-orders.ts';
import {
  ApproveInput,
  ConfirmInput,
  DetailsInput,
  NothingMore,
  PlaceAgainInput,
  RefundedInput,
  SeenInput,
  ShippedInput,
} from '../contract/order-moves.ts';
import {answerOnce} from '../idempotency.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {actorOf, shopOf} from '../session.ts';
import {callUpOrders} from './call-up-orders.ts';
import {orderOf} from './dropship-orders.ts';
import {legalMoves, mayBeAtSupplier, notNow, saidOtherwise} from './legal-moves.ts';
import {isLatest, loadDetail} from './order-detail.ts';

export type MoveDeps = Pick<Deps, 'db' | 'sealer' | 'queues' | 'log' | 'now' | 'newId' | 'digest'>;

type Move<Input> = {
  readonly name: MoveName;
  readonly input: z.ZodType<Input>;
  readonly act: (mover: Mover, input: Input) => Promise<Moved>;
  /** Throws where this order asks for more than the input's form tells. */
  readonly check?: (order: StoredDropshipOrder, input: Input) => void;
};

export function orderMoveRoutes(deps: MoveDeps): Router {
  const {db, sealer, now, newId} = deps;
  const router = Router();
  const offer = <Input>(move: Move<Input>): void => {
    router.post(`/dropship-orders/:id/${move.name}`, (req, res) => make(deps, move, req, res));
  };
  offer({
    name: 'details',
    input: DetailsInput,
    act: (mover, {colour = null, size = null, name = null, email = null}) =>
      giveDetails(db, sealer, mover, {colour, size, name, email}, now()),
  });
  offer({name: 'approve', input: ApproveInput, act: (mover, {codes}) => approve(db, mover, codes, now())});
  offer({
    name: 'place-again',
    input: PlaceAgainInput,
    check: askForReference,
    act: (mover) => placeAgain(db, mover, newId(), now()),
  });
  offer({
    name: 'confirm',
    input: ConfirmInput,
    act: (mover, {ref}) => confirmUnconfirmed(db, mover, {ref, checkoutUrl: null}, now()),
  });
  offer({name: 'paid', input: NothingMore, act: (mover) => markPaid(db, mover, now())});
  offer({
    name: 'shipped',
    input: ShippedInput,
    async act(mover, {notifyBuyer, ...shipment}) {
      const usual = Settings.parse(await loadSettings(db, mover.shop)).orders.notifyBuyer;
      return markShipped(db, mover, {...shipment, notifyBuyer: notifyBuyer ?? usual}, now());
    },
  });
  offer({name: 'refunded', input: RefundedInput, act: (mover, input) => markRefunded(db, mover, input, now())});
  offer({name: 'fulfil-again', input: NothingMore, act: (mover) => fulfilAgain(db, mover, now())});
  offer({name: 'seen', input: SeenInput, act: (mover, {upTo}) => markSeen(db, mover, upTo ?? null, now())});
  offer({name: 'dismiss', input: NothingMore, act: (mover) => dismiss(db, mover, now())});
  return router;
}

/** A second supplier order is never made by a slip of the hand: whoever wants it has looked for the first by its reference. */
function askForReference(order: StoredDropshipOrder, {typedReference = ''}: z.infer<typeof PlaceAgainInput>): void {
  const {reference} = order;
  if (!mayBeAtSupplier(order) || typedReference.trim().toLowerCase() === reference.toLowerCase()) return;
  const message = `The supplier may have this order already. Look for the reference ${reference} in your supplier account; if it is not there, type the reference here to place the order again.`;
  throw new Refusal(422, 'reference_not_typed', message, 'typedReference');
}

/** Somebody else's order is not found, whatever the move's own form finds wrong with the request. */
async function make<Input>(deps: MoveDeps, move: Move<Input>, req: Request, res: Response): Promise<void> {
  const shop = shopOf(res);
  const order = await orderOf(deps, shop, idOf(req));
  const input = parseInput(move.input, req.body ?? {});
  await answerOnce(deps, req, res, async () => {
    // Only the first is checked: the same click once more finds the order as the first one left it.
    move.check?.(order, input);
    const moved = await move.act({shop, id: order.id, actor: actorOf(res)}, input);
    if (moved.kind === 'moved') {
      await callUpOrders(deps, shop, toCallUp(move.name));
      return {status: 200, body: await loadDetail(deps, shop, moved.order)};
    }
    if (moved.kind === 'not_found') throw new Refusal(404, 'not_found', 'There is no such dropship order.');
    if (moved.kind === 'said_otherwise') throw saidOtherwise(moved, order);
    const latest = isLatest(order, await loadWholeStoreOrder(deps.db, shop, order.order_gid));
    throw notNow(move.name, moved.state, legalMoves({...order, state: moved.state}, latest));
  });
}

const idOf = ({params}: Request): string | undefined => [params['id']].flat()[0];

const toCallUp = (move: MoveName): readonly ('dropship' | 'aftercare')[] =>
  move === 'details' || move === 'approve' || move === 'place-again' ? ['dropship', 'aftercare'] : ['aftercare'];
