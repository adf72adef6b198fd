// Which orders need the merchant: the domain, the list, its count and Home say the same of every order.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId} from '#domain/ids.ts';
import {needsMerchant} from '#domain/orders/attention/needs-merchant.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {flagCodes} from '#domain/orders/flags.ts';
import {toStoreNote} from '#domain/orders/store-note.ts';
import {settleFulfilment} from '../../../server/db/orders/store-writes.ts';
import {Overview} from '../../../server/http/contract/overview.ts';
import {type BareApp, openBareApp, pageOf, refusalOf, shop} from '../bare-app.ts';
import {lookingAt, saveOrder} from './acting.ts';
import {ordersOf} from './stored-order.ts';

const at = '2026-11-04T10:00:00.000Z';
const fulfils = [null, 'wanted', 'sending', 'done', 'failed'] as const;

/** Every state, each with every flag unseen and seen, without one, and with an open refund; and what became of the fulfilment. */
const kinds = dropshipStates.flatMap((state) =>
  fulfils.flatMap((fulfil) => [
    {state, fulfil, flags: [], flags_seen: []},
    {state, fulfil, flags: [], flags_seen: [], refund_open: true},
    ...flagCodes.flatMap((code) => {
      const flags = [{code, at}];
      return [
        {state, fulfil, flags, flags_seen: []},
        {state, fulfil, flags, flags_seen: [{code, at, seenAt: at}]},
        {state, fulfil, flags, flags_seen: [{code, at: '2026-11-03T10:00:00.000Z', seenAt: at}]},
      ];
    }),
  ]),
);

describe('the orders that need the merchant', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
  });
  afterAll(() => app.close());
  const {page, orders, save} = ordersOf(() => app);
  const {row} = lookingAt(() => app);

  it('are the same ones for the domain, the list and Home', async () => {
    const ids = await save(
      kinds.map(({flags, flags_seen, ...kind}) => ({
        ...kind,
        flags: JSON.stringify(flags),
        flags_seen: JSON.stringify(flags_seen),
      })),
    );
    const needy = ids.filter((_, index) => {
      const kind = kinds[index];
      return kind !== undefined && needsMerchant(kind);
    });
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const answer = await orders(`?needsYou=true${more}`);
      expect(answer.needsYou).toBe(needy.length);
      found.push(...answer.orders.map(({id}) => id));
      cursor = answer.nextCursor;
    }
    expect(found.toSorted()).toEqual(needy.toSorted());
    expect(Overview.parse((await pageOf(app)('GET', '/overview')).json).needsYou).toBe(needy.length);
    expect(needy.length).toBeLessThan(ids.length);
  });

  it.each([
    ['awaiting_payment', 'order_cancelled', true],
    ['paid', 'quantity_lowered', true],
    ['awaiting_payment', null, false],
    ['paid', null, false],
    ['waiting', null, false],
    ['unconfirmed', null, true],
    ['rejected', null, true],
    ['dismissed', 'order_cancelled', false],
  ] as const)('a %s order with the flag %s: %s', (state, code, needs) => {
    expect(needsMerchant({state, flags: code === null ? [] : [{code, at}], flags_seen: []})).toBe(needs);
  });

  it.each([
    ['awaiting_payment', 'order_cancelled', true],
    ['awaiting_payment', 'fulfilment_cancelled', false],
    ['awaiting_payment', 'unpaid_long', true],
    ['paid', 'unpaid_long', false],
    ['paid', 'order_cancelled', false],
  ] as const)(
    'a %s order whose flag %s was seen: %s, for what must not be paid stays to be closed, and a question to be answered',
    (state, code, needs) => {
      expect(needsMerchant({state, flags: [{code, at}], flags_seen: [{code, at}]})).toBe(needs);
    },
  );

  it('are those whose fulfilment failed in the store too, which is then written to the tag of the order', async () => {
    const id = await saveOrder(app, {state: 'shipped', fulfil: 'sending', note_due: false});
    const order = {shop, id: DropshipOrderId.parse(id)};
    const needy = async () => (await orders('?needsYou=true&state=shipped')).orders.some((one) => one.id === id);
    expect(await needy()).toBe(false);
    await settleFulfilment(app.deps.db, order, {fulfil: 'failed', reason: 'Shopify did not take it.'}, new Date());
    expect([await needy(), (await row(id)).note_due]).toEqual([true, true]);
    const noted = {
      line_gid: 'l',
      article_name: 'Shirt',
      quantity: 1,
      reference: 'r',
      ref: null,
      flags: [],
      flags_seen: [],
    };
    expect(toStoreNote([{...noted, state: 'shipped', fulfil: 'failed'}]).tag).toBe('piecewise: needs you');
    expect(toStoreNote([{...noted, state: 'shipped', fulfil: 'done'}]).tag).toBe('piecewise: shipped');
  });

  it('are asked for with a plain yes or no', async () => {
    expect(refusalOf(await page('/dropship-orders?needsYou=maybe'))).toMatchObject({status: 422, field: 'needsYou'});
  });
});
