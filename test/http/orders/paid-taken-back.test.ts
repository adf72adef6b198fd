// "Not paid after all": the order waits for its payment again, with the checkout link that was kept.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId, ShopDomain} from '#domain/ids.ts';
import {saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {type BareApp, openBareApp, refusalOf} from '../bare-app.ts';
import {click, detailOf, lookingAt, saveOrder} from './acting.ts';

const checkout_url = 'https://pay.example/DS-1';
const placed_at = new Date('2026-11-01T10:05:00Z');
const neighbour = ShopDomain.parse('neighbour.myshopify.com');

describe('an order that was not paid after all', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
    await saveInstalledShop(app.deps.db, neighbour, {scopes: '', currency: 'EUR'}, new Date());
  });
  afterAll(() => app.close());
  const {row, deeds, look} = lookingAt(() => app);
  const saveUnpaid = () => saveOrder(app, {state: 'awaiting_payment', ref: 'DS-1', checkout_url, placed_at});
  const deedsOf = async (id: string) => (await deeds(id)).map(({actor, action}) => `${actor} ${action}`);

  it('waits for its payment again with the same link and its old age, as often as it was a mistake', async () => {
    const id = await saveUnpaid();
    const before = await look(id);
    for (const time of [1, 2]) {
      expect(detailOf(await click(app, id, 'paid'))).toMatchObject({state: 'paid', paidAt: expect.any(String)});
      const taken = detailOf(await click(app, id, 'unpaid'));
      expect(taken).toMatchObject({
        state: 'awaiting_payment',
        checkoutUrl: checkout_url,
        checkoutWithheld: null,
        paidAt: null,
        since: before.since,
        actions: before.actions,
      });
      expect(await deedsOf(id)).toHaveLength(2 * time);
    }
    expect(new Set(await deedsOf(id))).toEqual(new Set(['user:42 marked_paid', 'user:42 paid_taken_back']));
    expect(await row(id)).toMatchObject({note_due: true});
  });

  it('is asked for once by a click that is sent twice', async () => {
    const id = await saveOrder(app, {state: 'paid'});
    const key = randomUUID();
    const [one, other] = await Promise.all([click(app, id, 'unpaid', {key}), click(app, id, 'unpaid', {key})]);
    expect([one.status, other.json]).toEqual([200, one.json]);
    await click(app, id, 'unpaid');
    expect(await deedsOf(id)).toEqual(['user:42 paid_taken_back']);
    expect(refusalOf(await click(app, id, 'unpaid', {key: null}))).toMatchObject({status: 400, code: 'key_missing'});
  });

  it.each([
    ['shipped', 'The order is shipped, so you cannot mark it as not paid: the supplier ships only what is paid.'],
    ['refunded', 'The order was refunded by the supplier, so you cannot mark it as not paid.'],
    ['unconfirmed', 'The order is unconfirmed: it is not known whether the supplier has it, so you cannot mark'],
  ] as const)('is refused where the order is %s', async (state, message) => {
    const id = await saveOrder(app, {state});
    const refusal = refusalOf(await click(app, id, 'unpaid'));
    expect(refusal).toMatchObject({status: 409, code: 'not_now', message: expect.stringContaining(message)});
    expect([(await row(id)).state, await deeds(id)]).toEqual([state, []]);
  });

  it('is not what “The supplier has it” says: a paid order stays paid', async () => {
    const id = await saveOrder(app, {state: 'paid', ref: 'DS-1', checkout_url});
    expect(refusalOf(await click(app, id, 'confirm', {body: {ref: 'DS-2'}}))).toMatchObject({code: 'not_now'});
    expect(await row(id)).toMatchObject({state: 'paid', ref: 'DS-1', checkout_url});
  });

  it('is not to be paid where its store order was cancelled meanwhile', async () => {
    const flags = JSON.stringify([{code: 'order_cancelled', at: '2026-11-04T10:00:00.000Z'}]);
    const id = await saveOrder(app, {state: 'paid', checkout_url, flags});
    expect(detailOf(await click(app, id, 'unpaid'))).toMatchObject({state: 'awaiting_payment', doNotPay: true});
  });

  it('says that its link is gone where the buyer had it erased', async () => {
    const id = await saveUnpaid();
    await click(app, id, 'paid');
    const erased = {buyer_erased_at: new Date('2026-11-05T10:00:00Z')};
    await app.deps.db.updateTable('dropship_orders').set(erased).where('id', '=', DropshipOrderId.parse(id)).execute();
    expect(detailOf(await click(app, id, 'unpaid'))).toMatchObject({
      state: 'awaiting_payment',
      checkoutUrl: null,
      checkoutWithheld:
        'The link to the checkout was erased, as the buyer asked. Find the order in your supplier account to pay it.',
    });
  });

  it('is nothing that another store can say', async () => {
    const id = await saveOrder(app, {state: 'paid'});
    expect((await click(app, id, 'unpaid', {domain: neighbour})).status).toBe(404);
    expect([(await row(id)).state, await deeds(id)]).toEqual(['paid', []]);
  });
});
