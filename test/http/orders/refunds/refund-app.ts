// A dropship order that the supplier does not supply, of an order in the stand-in's store, and the merchant's requests about its refund.
import {randomUUID} from 'node:crypto';
import {expect} from 'vitest';
import {ArticleId, DropshipOrderId, LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import type {StoredRefund} from '../../../../server/db/orders/buyer-refunds.ts';
import {saveInstalledShop} from '../../../../server/db/shops/shops.ts';
import {BuyerRefund} from '../../../../server/http/contract/buyers/buyer-refund.ts';
import {DropshipOrderDetail} from '../../../../server/http/contract/dropship-orders.ts';
import {ApiError} from '../../../../server/http/contract/error.ts';
import {createLog} from '../../../../server/log.ts';
import type {Misbehaviour, ShopControl} from '../../../sandbox/shopify/start.ts';
import {type Clock, createClock} from '../../../support/clock.ts';
import {patientToken} from '../../../support/patient-token.ts';
import {openTestApp, type TestApp, type TestEngine} from '../../../support/test-app.ts';
import {type Answer, ask} from '../../asking.ts';

type Placed = Partial<Parameters<ShopControl['placeOrder']>[0]>;

export type RefundApp = TestApp & {
  readonly clock: Clock;
  /** Called at each checkpoint; it may throw, as if the process died there. */
  readonly atCheckpoint: (hook: ((name: string) => void) | null) => void;
  /** Shopify misbehaves until `endFaults`; `spoil`: with the next refund only. */
  readonly misbehave: (fault: Misbehaviour) => void;
  readonly spoil: (fault: Misbehaviour) => void;
  readonly endFaults: () => void;
  /** What the app logged, as objects. */
  readonly logged: () => readonly Readonly<Record<string, unknown>>[];
};

export async function openRefundApp(engine: TestEngine): Promise<RefundApp> {
  const clock = createClock(new Date());
  let hook: ((name: string) => void) | null = null;
  const written: string[] = [];
  const log = createLog('warn', {write: (line: string) => void written.push(line)});
  const replacements = {checkpoint: (name: string) => hook?.(name), log};
  const app = await openTestApp(engine, {clock, workers: false, supplier: {articles: 1}, replacements});
  const {shop, deps} = app;
  const facts = {scopes: app.store.scopes().join(','), currency: 'EUR', timeZone: 'Europe/Berlin'};
  await saveInstalledShop(deps.db, ShopDomain.parse(shop), facts, clock.now());
  const atCheckpoint = (next: typeof hook) => {
    hook = next;
  };
  const ends: (() => void)[] = [];
  const misbehave = (fault: Misbehaviour) => void ends.push(app.shopify.misbehave(fault));
  return {
    ...app,
    clock,
    atCheckpoint,
    misbehave,
    spoil: (fault) => misbehave({...fault, times: 1, when: ({rootFields}) => rootFields.includes('refundCreate')}),
    endFaults: () => ends.splice(0).forEach((end) => end()),
    logged: () => written.map((line) => JSON.parse(line)),
  };
}

export const shoe = {variantId: null, title: 'A shoe', price: '60.90'};

/** Buys a shoe for 60.90 with shipping for 6.90, but for what is said; the dropship order is that of the first line. */
export async function refundable(
  app: RefundApp,
  placed: Placed = {},
  changes: {readonly state?: 'refunded' | 'rejected' | 'dismissed' | 'paid'; readonly quantity?: number} = {},
) {
  const bought = app.store.placeOrder({country: 'DE', lines: [shoe], ...placed});
  const id = DropshipOrderId.parse(randomUUID());
  const now = app.clock.now();
  await app.deps.db
    .insertInto('dropship_orders')
    .values({
      id,
      shop: ShopDomain.parse(app.shop),
      order_gid: OrderGid.parse(bought.id),
      order_name: bought.name,
      line_gid: LineItemGid.parse(bought.lines[0]?.id),
      article_id: ArticleId.parse('A-1'),
      article_name: 'A shoe',
      quantity: 1,
      state: 'refunded',
      reference: `refund-${id}-1`,
      ordered_at: now,
      created_at: now,
      updated_at: now,
      ...changes,
    })
    .execute();
  const order = () => app.store.order(bought.id);
  return {
    id,
    gid: bought.id,
    lineId: bought.lines[0]?.id ?? '',
    /** The refunds that the store has of the order. */
    inStore: () => order()?.refunds ?? [],
    kept: () => order()?.kept,
    /** Whether the refund still asks something of the merchant. */
    isOpen: async () =>
      (
        await app.deps.db
          .selectFrom('dropship_orders')
          .select('refund_open')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).refund_open,
    rows: (): Promise<StoredRefund[]> =>
      app.deps.db
        .selectFrom('buyer_refunds')
        .selectAll()
        .where('dropship_order_id', '=', id)
        .orderBy('asked_at')
        .execute(),
    deeds: async () =>
      (await app.deps.db.selectFrom('audit').selectAll().where('subject', '=', id).orderBy('id').execute()).map(
        ({action}) => action,
      ),
  };
}

type Asking = {readonly body?: unknown; readonly key?: string; readonly user?: string; readonly shop?: string};

/** One request of the page about the refund of a dropship order. */
export function asking(app: RefundApp) {
  const token = (shop: string, user: string) => {
    if (user === '42' && shop === app.shop) return patientToken(app.shopify, shop, app.clock);
    // The test's clock stands still, and the app's library goes by real time.
    const seconds = Math.floor(Math.min(Date.now(), app.clock.now().getTime()) / 1_000);
    return app.shopify.sessionToken(shop, {sub: user, nbf: seconds, iat: seconds, exp: seconds + 3_600});
  };
  const send = (
    method: string,
    id: string,
    path: string,
    {body = {}, key = randomUUID(), user = '42', shop = app.shop}: Asking,
  ) =>
    ask(`${app.url}/api/dropship-orders/${id}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token(shop, user)}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      ...(method === 'GET' ? {} : {body: JSON.stringify(body)}),
    });
  const read = ({status, json, text}: Answer): BuyerRefund => {
    expect([status, text]).toEqual([200, expect.any(String)]);
    return BuyerRefund.parse(json);
  };
  return {
    look: async (id: string) => read(await send('GET', id, '/buyer-refund', {})),
    refund: (id: string, body: unknown = whole, more: Omit<Asking, 'body'> = {}) =>
      send('POST', id, '/buyer-refund', {body, ...more}),
    find: (id: string, more: Asking = {}) => send('POST', id, '/buyer-refund/look', more),
    again: (id: string, more: Asking = {}) => send('POST', id, '/buyer-refund/again', more),
    end: (id: string, more: Asking = {}) => send('POST', id, '/buyer-refund/end', more),
    read,
    act: (id: string, action: string) => send('POST', id, `/${action}`, {}),
    detail: async (id: string) => DropshipOrderDetail.parse((await send('GET', id, '', {})).json),
  };
}

export const whole = {line: 6_090, shipping: 690, notify: true};

/** Status, code and sentence of a refusal. */
export function refused({status, json, text}: Answer) {
  expect({status, text}).toMatchObject({status: expect.toSatisfy((found: number) => found >= 400)});
  const {code, message} = ApiError.parse(json).error;
  return {status, code, message};
}
