import {randomUUID} from 'node:crypto';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId, OrderGid, ShopDomain} from '#domain/ids.ts';
import {saveInstalledShop} from '../../../server/db/shops/shops.ts';
import {ApiError} from '../../../server/http/contract/error.ts';
import {createClock} from '../../support/clock.ts';
import {engines, openTestDatabase, silentLog} from '../../support/database.ts';
import {type BareApp, openBareApp, refusalOf} from '../bare-app.ts';
import {click, detailOf, saveOrder} from './acting.ts';

const neighbour = ShopDomain.parse('neighbour.myshopify.com');
const hour = 3_600_000;
/** As the supplier's no leaves an order: sent, and its reason said. */
const rejected = {state: 'rejected', reason_code: 'rejected', sent_at: new Date('2026-11-02T10:00:00Z')} as const;

describe.each(engines.databases)('a click on an order, on %s', (engine) => {
  let app: BareApp;
  let dispose = async (): Promise<void> => {};
  let broken = false;
  const clock = createClock(new Date());
  beforeAll(async () => {
    const database = engine === 'postgres' ? await openTestDatabase('postgres') : null;
    if (database !== null) dispose = () => database.dispose();
    const env = database === null ? {} : {DATABASE_URL: database.databaseUrl ?? ''};
    const newId = (): string => {
      if (broken) throw new Error('no ids today');
      return randomUUID();
    };
    app = await openBareApp(env, undefined, {log: silentLog, now: clock.now, newId});
    await saveInstalledShop(app.deps.db, neighbour, {scopes: '', currency: 'EUR'}, new Date());
  });
  afterEach(() => {
    broken = false;
  });
  afterAll(async () => {
    await app.close();
    await dispose();
  });

  const deeds = (id: string) => app.deps.db.selectFrom('audit').selectAll().where('subject', '=', id).execute();
  const generations = (orderGid: string) =>
    app.deps.db.selectFrom('dropship_orders').selectAll().where('order_gid', '=', OrderGid.parse(orderGid)).execute();

  const requestOf = async (key: string) => {
    const rows = app.deps.db.selectFrom('repeats').select('request').where('key', '=', key);
    return (await rows.executeTakeFirstOrThrow()).request;
  };
  /** As version 1 stored it. */
  const digestOf = (id: string, body: object, move = 'details') =>
    app.deps.digest(JSON.stringify(['POST', `/api/dropship-orders/${id}/${move}`, body]));

  it('made twenty times at once places again once, and every click hears the same', async () => {
    const id = await saveOrder(app, rejected);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({length: 20}, () => click(app, id, 'place-again', {key})));
    expect(answers.map(({status}) => status)).toEqual(Array.from({length: 20}, () => 200));
    const [first] = answers.map(detailOf);
    for (const answer of answers) expect(detailOf(answer)).toEqual(first);
    expect(first).toMatchObject({generation: 2, state: 'waiting'});
    expect(await generations(first?.orderGid ?? '')).toHaveLength(2);
    expect(await deeds(id)).toMatchObject([{action: 'placed_again', actor: expect.stringMatching(/^user:\d+$/)}]);
  });

  it('made by twenty people, each with a key of their own, still places again once', async () => {
    const id = await saveOrder(app, rejected);
    const answers = await Promise.all(Array.from({length: 20}, () => click(app, id, 'place-again')));
    expect(answers.map(({status}) => status)).toEqual(Array.from({length: 20}, () => 200));
    expect(new Set(answers.map((answer) => detailOf(answer).id)).size).toBe(1);
    expect(await deeds(id)).toHaveLength(1);
  });

  it('whose answer was lost is answered as the first time; with another key it finds what stands in its place', async () => {
    const id = await saveOrder(app, rejected);
    const key = randomUUID();
    const first = await click(app, id, 'place-again', {key});
    const again = await click(app, id, 'place-again', {key});
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(detailOf(await click(app, id, 'place-again')).id).toBe(detailOf(first).id);
    expect(await generations(detailOf(first).orderGid)).toHaveLength(2);
  });

  it('that was refused for want of the reference is refused again in the same words; typed out, it is another click', async () => {
    const id = await saveOrder(app, {state: 'unconfirmed', reason_code: 'unconfirmed', sent_at: rejected.sent_at});
    const [key, other] = [randomUUID(), randomUUID()];
    const first = await click(app, id, 'place-again', {key});
    expect(refusalOf(first)).toMatchObject({status: 422, code: 'reference_not_typed'});
    const {reference} = await app.deps.db
      .selectFrom('dropship_orders')
      .select('reference')
      .where('id', '=', DropshipOrderId.parse(id))
      .executeTakeFirstOrThrow();
    const placed = await click(app, id, 'place-again', {key: other, body: {typedReference: reference}});
    expect(detailOf(placed).generation).toBe(2);
    const again = await click(app, id, 'place-again', {key});
    expect(refusalOf(again)).toEqual(refusalOf(first));
    expect(await deeds(id)).toHaveLength(1);
  });

  it('is answered again as it was then, though the order has moved on since', async () => {
    const id = await saveOrder(app, {state: 'awaiting_payment', placed_at: new Date()});
    const key = randomUUID();
    const first = await click(app, id, 'paid', {key});
    await click(app, id, 'refunded');
    const again = await click(app, id, 'paid', {key});
    expect(again.status).toBe(200);
    expect(again.json).toEqual(first.json);
    expect(detailOf(again).state).toBe('paid');
  });

  it('that was refused is refused again in the same words', async () => {
    const id = await saveOrder(app, {state: 'waiting'});
    const key = randomUUID();
    const first = await click(app, id, 'paid', {key});
    expect(first.status).toBe(409);
    await app.deps.db
      .updateTable('dropship_orders')
      .set({state: 'awaiting_payment'})
      .where('id', '=', DropshipOrderId.parse(id))
      .execute();
    const again = await click(app, id, 'paid', {key});
    expect(refusalOf(again)).toEqual(refusalOf(first));
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(ApiError.parse(again.json).error.requestId).toBe(again.headers['x-request-id']);
    expect((await click(app, id, 'paid')).status).toBe(200);
  });

  it('with the key of another request is refused: another move, another order, another body', async () => {
    const [id, other] = [await saveOrder(app, {state: 'paid'}), await saveOrder(app, {state: 'paid'})];
    const key = randomUUID();
    expect((await click(app, id, 'shipped', {key, body: {carrier: 'Post'}})).status).toBe(200);
    for (const [which, move, body] of [
      [id, 'refunded', {}],
      [other, 'shipped', {carrier: 'Post'}],
      [id, 'shipped', {carrier: 'Bote'}],
    ] as const) {
      expect(refusalOf(await click(app, which, move, {key, body}))).toMatchObject({status: 409, code: 'key_reused'});
    }
    expect(await deeds(other)).toEqual([]);
  });

  it('is recognised by a keyed digest, which without the key does not tell what was typed', async () => {
    const id = await saveOrder(app, {state: 'needs_details', reason_code: 'name_missing'});
    const [key, body] = [randomUUID(), {name: 'Jo Typed'}];
    await click(app, id, 'details', {key, body});
    const stored = await requestOf(key);
    expect(stored).toMatch(/^[\w-]+\.2\.[\w-]{43}$/);
    expect(stored).not.toContain(digestOf(id, body));
  });

  it('is known again by the digest without a key that an earlier version stored', async () => {
    const id = await saveOrder(app, {state: 'paid'});
    const [key, body] = [randomUUID(), {carrier: 'Post'}];
    const first = await click(app, id, 'shipped', {key, body});
    const request = digestOf(id, body, 'shipped');
    await app.deps.db.updateTable('repeats').set({request}).where('key', '=', key).execute();
    expect((await click(app, id, 'shipped', {key, body})).json).toEqual(first.json);
    const other = await click(app, id, 'shipped', {key, body: {carrier: 'Bote'}});
    expect(refusalOf(other)).toMatchObject({status: 409, code: 'key_reused'});
    expect(await deeds(id)).toHaveLength(1);
  });

  it('without a key, or with one too short, is refused and does nothing', async () => {
    const id = await saveOrder(app, {state: 'rejected'});
    for (const key of [null, 'short', 'with a space', 'x'.repeat(201)]) {
      expect(refusalOf(await click(app, id, 'dismiss', {key}))).toMatchObject({status: 400, code: 'key_missing'});
    }
    expect(await deeds(id)).toEqual([]);
  });

  it('of another store may carry the same key', async () => {
    const mine = await saveOrder(app, {state: 'rejected'});
    const theirs = await saveOrder(app, {state: 'rejected', shop: neighbour});
    const key = randomUUID();
    expect(detailOf(await click(app, mine, 'dismiss', {key})).id).toBe(mine);
    expect(detailOf(await click(app, theirs, 'dismiss', {key, domain: neighbour})).id).toBe(theirs);
  });

  it('that failed on our side is not kept: the same click does it', async () => {
    const id = await saveOrder(app, {state: 'rejected'});
    const key = randomUUID();
    broken = true;
    expect((await click(app, id, 'place-again', {key})).status).toBe(500);
    expect(await deeds(id)).toEqual([]);
    broken = false;
    expect(detailOf(await click(app, id, 'place-again', {key}))).toMatchObject({generation: 2});
  });

  it('whose process died over it can be made again after a minute, with the same key', async () => {
    const id = await saveOrder(app, {state: 'rejected'});
    const key = randomUUID();
    await click(app, id, 'dismiss', {key});
    await app.deps.db.updateTable('repeats').set({status: 0, answer: '{}'}).where('key', '=', key).execute();
    clock.turn(61_000);
    expect(detailOf(await click(app, id, 'dismiss', {key})).state).toBe('dismissed');
    expect(await deeds(id)).toHaveLength(1);
  });

  it('is forgotten after a day', async () => {
    const id = await saveOrder(app, {state: 'awaiting_payment'});
    const key = randomUUID();
    await click(app, id, 'paid', {key});
    clock.turn(23 * hour);
    expect(refusalOf(await click(app, id, 'refunded', {key})).code).toBe('key_reused');
    clock.turn(hour + 1_000);
    expect(detailOf(await click(app, id, 'refunded', {key})).state).toBe('refunded');
  });
});
