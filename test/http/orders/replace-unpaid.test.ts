// "Replace with 1 piece": an unpaid order that the buyer changed is closed, and the line is placed again, in one step.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ShopDomain} from '#domain/ids.ts';
import {saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {type BareApp, openBareApp, refusalOf} from '../bare-app.ts';
import {click, detailOf, lookingAt, saveOrder} from './acting.ts';

const at = '2026-11-04T10:00:00.000Z';
const fewer = JSON.stringify([{code: 'quantity_lowered', wanted: 1, at}]);
const neighbour = ShopDomain.parse('neighbour.myshopify.com');

describe('an unpaid order that the buyer changed', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
    await saveInstalledShop(app.deps.db, neighbour, {scopes: '', currency: 'EUR'}, new Date());
  });
  afterAll(() => app.close());
  const {row, deeds, look} = lookingAt(() => app);
  const saveReduced = (state: 'awaiting_payment' | 'paid' = 'awaiting_payment') =>
    saveOrder(app, {state, quantity: 2, ref: 'DS-1', checkout_url: 'https://pay.example/DS-1', flags: fewer});
  const ofSameLine = async (id: string) =>
    app.deps.db
      .selectFrom('dropship_orders')
      .select(['generation', 'state'])
      .where('line_gid', '=', (await row(id)).line_gid)
      .orderBy('generation')
      .execute();

  it('says what ends it, and is replaced by one new order, however often that is asked for', async () => {
    const id = await saveReduced();
    const before = await look(id);
    expect(before).toMatchObject({ending: {kind: 'replace', because: 'pieces', pieces: 1}, doNotPay: true});
    expect(before.actions).toContain('replace');
    const key = randomUUID();
    const answers = await Promise.all([click(app, id, 'replace', {key}), click(app, id, 'replace', {key})]);
    answers.push(await click(app, id, 'replace'), await click(app, id, 'replace'));
    const [first, ...others] = answers.map(detailOf);
    expect(first).toMatchObject({generation: 2, state: 'waiting', flags: [], ending: null, checkoutUrl: null});
    for (const other of others) expect(other.id).toBe(first?.id);
    expect(await ofSameLine(id)).toEqual([
      {generation: 1, state: 'dismissed'},
      {generation: 2, state: 'waiting'},
    ]);
    expect((await deeds(id)).map(({actor, action, detail}) => [actor, action, detail])).toEqual([
      ['user:42', 'replaced', first?.reference],
    ]);
    expect(await look(id)).toMatchObject({state: 'dismissed', actions: [], flags: [], ending: null});
    expect((await row(id)).closed_at).not.toBeNull();
  });

  it('is not replaced once it is paid: the supplier has the money', async () => {
    const id = await saveReduced('paid');
    expect(await look(id)).toMatchObject({ending: null});
    expect(refusalOf(await click(app, id, 'replace'))).toMatchObject({status: 409, code: 'not_now'});
    expect(await ofSameLine(id)).toEqual([{generation: 1, state: 'paid'}]);
  });

  it('and one that was not changed is not replaced: it could be paid twice', async () => {
    const id = await saveOrder(app, {state: 'awaiting_payment'});
    expect(refusalOf(await click(app, id, 'replace')).message).toMatch(
      /^The order is at the supplier and waits for your payment, and nothing that changed in the store asks for another one in its place\. /,
    );
    expect(await ofSameLine(id)).toEqual([{generation: 1, state: 'awaiting_payment'}]);
  });

  it('is closed where nothing of it is wanted any more, and not replaced', async () => {
    const id = await saveOrder(app, {
      state: 'awaiting_payment',
      flags: JSON.stringify([{code: 'order_cancelled', at}]),
    });
    const {ending, actions} = await look(id);
    expect([ending, actions.includes('dismiss'), actions.includes('replace')]).toEqual([{kind: 'close'}, true, false]);
    expect(refusalOf(await click(app, id, 'replace'))).toMatchObject({status: 409, code: 'not_now'});
    expect(detailOf(await click(app, id, 'dismiss'))).toMatchObject({state: 'dismissed', flags: []});
  });

  it('of another store is not found', async () => {
    const id = await saveReduced();
    expect((await click(app, id, 'replace', {domain: neighbour})).status).toBe(404);
    expect([await ofSameLine(id), await deeds(id)]).toEqual([[{generation: 1, state: 'awaiting_payment'}], []]);
  });

  it('names what “Send now” overrides: its reason and those that the text of it names, while it was not sent', async () => {
    const held = {reason_code: 'price_rose', reason_covers: JSON.stringify(['margin_below_floor'])} as const;
    expect(await look(await saveOrder(app, {state: 'held', ...held}))).toMatchObject({
      overrides: ['price_rose', 'margin_below_floor'],
    });
    expect(await look(await saveOrder(app, {state: 'waiting', reason_code: 'delayed'}))).toMatchObject({
      overrides: ['delayed'],
    });
    expect(await look(await saveOrder(app, {state: 'blocked', reason_code: 'no_country'}))).toMatchObject({
      overrides: [],
    });
    expect(await look(await saveOrder(app, {state: 'dismissed', reason_code: 'risk'}))).toMatchObject({overrides: []});
  });
});
