// The app changes its encryption keys: with the old one kept behind, or with the old one gone.
import {randomBytes} from 'node:crypto';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId, LineItemGid, OrderGid} from '#domain/ids.ts';
import {drainOrders} from '../../jobs/orders/drain-orders.ts';
import {runTask} from '../../jobs/schedule/tasks.ts';
import {takeStoreOrder} from '../../jobs/webhooks/take-store-order.ts';
import {giveDetails} from '../../server/actions/give-details.ts';
import {saveNewDropshipOrders} from '../../server/db/orders/order-lines.ts';
import {loadDropshipKey, saveDropshipKey} from '../../server/db/secrets/shop-keys.ts';
import type {Deps} from '../../server/deps.ts';
import {createSealer, type SealingKey} from '../../server/sealing.ts';
import {testEngines} from '../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './orders/order-test-app.ts';

const minute = 60_000;
const hour = 60 * minute;
const elsewhere = OrderGid.parse('gid://shopify/Order/77');

describe.each(testEngines)('the encryption keys are changed, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine, {byHand: true});
  });
  afterAll(() => app.close());

  const newKey = (): SealingKey => ({kid: randomBytes(4).toString('hex'), key: randomBytes(32)});
  const withKeys = (...keys: readonly SealingKey[]): Deps => ({...app.worker, sealer: createSealer(keys)});
  const old = () => app.config.encryptionKeys;
  const take = (deps: Deps, {id}: {readonly id: string}) =>
    takeStoreOrder(deps, app.shop, OrderGid.parse(id), 'webhook');
  const place = async (deps: Deps, bought: {readonly id: string}) => {
    await take(deps, bought);
    await drainOrders(deps, {shop: app.shop});
    return app.row(bought.id);
  };
  const give = async (deps: Deps, bought: {readonly id: string}, typed: Parameters<typeof giveDetails>[3]) => {
    const {id} = await app.row(bought.id);
    await giveDetails(deps.db, deps.sealer, {shop: app.shop, id, actor: 'user:7'}, typed, app.clock.now());
    await drainOrders(deps, {shop: app.shop});
  };
  const moved = async (deps: Deps, bought: {readonly id: string}, street: string) => {
    app.clock.turn(minute);
    app.store.changeAddress(bought.id, 'DE', null, street);
    await take(deps, bought);
    return (await app.row(bought.id)).flags;
  };

  it('what was typed is sealed again within the hour, so that the old key can go', async () => {
    const bought = app.buy({name: null, financialStatus: 'PENDING'});
    await place(app.worker, bought);
    await give(app.worker, bought, {name: 'Jo Typed'});
    const key = newKey();
    await runTask(withKeys(key, ...old()), {task: 'reseal'});
    expect((await app.row(bought.id)).details_sealed).toMatch(new RegExp(`^${key.kid}\\.`));
    const after = withKeys(key);
    expect(await loadDropshipKey(after.db, after.sealer, app.shop)).not.toBeNull();
    app.store.payOrder(bought.id);
    expect(await place(after, bought)).toMatchObject({state: 'awaiting_payment'});
    expect(app.taken(await app.row(bought.id))).toMatchObject([{customerName: 'Jo Typed'}]);
    // What the tests after this one begin with.
    await runTask(withKeys(...old(), key), {task: 'reseal'});
  });

  it('more than one batch seals is left for the next', async () => {
    const bought = app.buy({name: null, financialStatus: 'PENDING'});
    await place(app.worker, bought);
    await give(app.worker, bought, {name: 'Jo Typed'});
    const {db} = app.worker;
    const {reference, details_sealed, ...row} = await app.row(bought.id);
    const {shop, order_name, article_id, article_name, colour, size, quantity, country, ordered_at} = row;
    const one = {shop, order_name, article_id, article_name, colour, size, quantity, country, ordered_at};
    const alike = Array.from({length: 500}, (_, at) => ({
      ...one,
      id: DropshipOrderId.parse(app.worker.newId()),
      order_gid: elsewhere,
      line_gid: LineItemGid.parse(`${row.line_gid}${at}`),
      reference: `${reference}-${at}`,
    }));
    await saveNewDropshipOrders(db, alike, app.clock.now());
    await db.updateTable('dropship_orders').set({details_sealed}).where('order_gid', '=', elsewhere).execute();
    const key = newKey();
    const isOld = async () => {
      const rows = await db.selectFrom('dropship_orders').select('details_sealed').execute();
      return rows.filter(({details_sealed: sealed}) => sealed !== null && !sealed.startsWith(`${key.kid}.`)).length;
    };
    expect(await isOld()).toBe(501);
    await runTask(withKeys(key, ...old()), {task: 'reseal'});
    expect(await isOld()).toBe(1);
    await runTask(withKeys(key, ...old()), {task: 'reseal'});
    expect(await isOld()).toBe(0);
    await db.deleteFrom('dropship_orders').where('order_gid', '=', elsewhere).execute();
    await runTask(withKeys(...old(), key), {task: 'reseal'});
  });

  it('what was typed and cannot be read is asked for again, and nothing is sent without it', async () => {
    const lost = withKeys(newKey());
    const enterKey = ({db, sealer}: Deps) =>
      saveDropshipKey(db, sealer, app.shop, {key: app.supplier.issueKey('dropship')}, app.clock.now());
    await enterKey(lost);
    for (const name of [null, 'Jo Store']) {
      const bought = app.buy({name, financialStatus: 'PENDING'});
      await place(app.worker, bought);
      await give(app.worker, bought, {name: 'Jo Typed'});
      app.store.payOrder(bought.id);
      const asks = {state: 'needs_details', reason_code: 'typed_unreadable', reason: expect.stringContaining('again')};
      expect(await place(lost, bought)).toMatchObject(asks);
      expect(app.taken(await app.row(bought.id))).toEqual([]);
      await give(lost, bought, {name: 'Jo Again'});
      expect(app.taken(await app.row(bought.id))).toMatchObject([{customerName: 'Jo Again'}]);
    }
    await enterKey(app.worker);
  });

  it('a key that is put back makes what was typed count again', async () => {
    const bought = app.buy({name: null, financialStatus: 'PENDING'});
    await place(app.worker, bought);
    await give(app.worker, bought, {name: 'Jo Typed'});
    app.store.payOrder(bought.id);
    expect(await place(withKeys(newKey()), bought)).toMatchObject({reason_code: 'typed_unreadable'});
    app.clock.turn(hour);
    await drainOrders(app.worker, {shop: app.shop});
    expect(app.taken(await app.row(bought.id))).toMatchObject([{customerName: 'Jo Typed'}]);
  });

  it('an address that changes is flagged though the old key went after the order was read once more', async () => {
    const bought = app.buy();
    expect(await place(app.worker, bought)).toMatchObject({state: 'awaiting_payment', flags: []});
    const key = newKey();
    await take(withKeys(key, ...old()), bought);
    expect(await app.row(bought.id)).toMatchObject({
      flags: [],
      address_mark: expect.stringMatching(`^${key.kid}\\.`),
    });
    expect(await moved(withKeys(key), bought, 'Quittengasse 17')).toMatchObject([{code: 'destination_changed'}]);
  });

  it('where the old key went before, the next address it is read with is the one later ones are told from', async () => {
    const bought = app.buy();
    await place(app.worker, bought);
    const lost = withKeys(newKey());
    await take(lost, bought);
    expect((await app.row(bought.id)).flags).toEqual([]);
    expect(await moved(lost, bought, 'Quittengasse 17')).toMatchObject([{code: 'destination_changed'}]);
  });

  it('an address flagged before stays flagged and is not raised again, and the next change of address is', async () => {
    const bought = app.buy();
    await place(app.worker, bought);
    const [flag] = await moved(app.worker, bought, 'Quittengasse 17');
    expect(flag).toMatchObject({code: 'destination_changed'});
    const key = newKey();
    for (const deps of [withKeys(key, ...old()), withKeys(key), withKeys(newKey())]) {
      app.clock.turn(minute);
      await take(deps, bought);
      expect((await app.row(bought.id)).flags).toMatchObject([{code: flag?.code, at: flag?.at}]);
    }
    const last = withKeys(newKey());
    await take(last, bought);
    const [again] = await moved(last, bought, 'Quittengasse 19');
    expect(again?.at).not.toBe(flag?.at);
  });
});
