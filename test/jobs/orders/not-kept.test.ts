// Not kept: a buyer's data is named and erased when asked for, and what was closed long ago is deleted.
import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {OrderGid} from '#domain/ids.ts';
import {settleOrder} from '../../../jobs/orders/settle-order.ts';
import {takeStoreOrder} from '../../../jobs/webhooks/take-store-order.ts';
import {giveDetails} from '../../../server/actions/give-details.ts';
import {dismissOrder, markPaid} from '../../../server/actions/merchant-actions.ts';
import {claimForPlacing} from '../../../server/db/orders/placing.ts';
import {loadAudit} from '../../../server/db/shops/audit.ts';
import {claimFacts} from '../../support/claim-facts.ts';
import {testEngines} from '../../support/test-app.ts';
import {type OrderTestApp, openOrderTestApp} from './order-test-app.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe.each(testEngines)('of a buyer nothing is kept, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  /** Tables with a row in which the text stands anywhere. */
  const holding = async (text: string): Promise<readonly string[]> => {
    const {db} = app.worker;
    const tables = await sql<{name: string}>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    `.execute(db);
    const found: string[] = [];
    for (const {name} of tables.rows) {
      const rows = sql`select 1 from ${sql.table(name)} as t where t::text ilike ${`%${text}%`} limit 1`;
      if ((await rows.execute(db)).rows.length > 0) found.push(name);
    }
    return found;
  };

  it('a buyer is erased from what was typed, and the requests are recorded without personal data', async () => {
    const bought = app.buy({name: null, email: null});
    await app.quiet();
    const {id} = await app.row(bought.id);
    const {db, sealer} = app.worker;
    await giveDetails(db, sealer, {shop: app.shop, id, actor: 'user:7'}, {name: 'Jo Typed'}, app.clock.now());
    const order = Number(bought.id.split('/').at(-1));
    const customer = {id: 4711, email: 'jo@typed.example', phone: '+49 30 1'};
    app.shopify.webhooks.deliver('customers/data_request', app.shop, {customer, orders_requested: [order]});
    app.shopify.webhooks.deliver('customers/redact', app.shop, {customer, orders_to_redact: [order]});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({details_sealed: null});
    const trail = await loadAudit(db, app.shop, {limit: 2});
    expect(trail.map(({action}) => action).toSorted()).toEqual(['buyer_erased', 'data_request']);
    expect(JSON.stringify(trail)).not.toMatch(/Typed|jo@|\+49/);
    // The same request again, with an id of its own, is carried out and not recorded a second time.
    app.shopify.webhooks.deliver('customers/redact', app.shop, {customer, orders_to_redact: [order]});
    await app.quiet();
    expect((await loadAudit(db, app.shop, {limit: 1}))[0]?.id).toBe(trail[0]?.id);
  });

  it('a request that names a thousand orders is written down, and erases the one that was typed', async () => {
    const bought = app.buy({name: null, email: null});
    await app.quiet();
    const {id} = await app.row(bought.id);
    const {db, sealer} = app.worker;
    await giveDetails(db, sealer, {shop: app.shop, id, actor: 'user:7'}, {name: 'Jo Typed'}, app.clock.now());
    const others = Array.from({length: 999}, (_, index) => 5_000_000_000_000 + index * 7_919);
    const orders_to_redact = [...others, Number(bought.id.split('/').at(-1))];
    app.shopify.webhooks.deliver('customers/redact', app.shop, {customer: {id: 4716}, orders_to_redact});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({details_sealed: null});
    const [said] = await loadAudit(db, app.shop, {limit: 1});
    expect(said).toMatchObject({action: 'buyer_erased', detail: expect.stringContaining('for 1 dropship order')});
  });

  it('a request that names no order says so, and erases nothing', async () => {
    const {db, sealer} = app.worker;
    const typed = app.buy({name: null, email: null});
    const sent = app.buy();
    await app.quiet();
    const {id} = await app.row(typed.id);
    await giveDetails(db, sealer, {shop: app.shop, id, actor: 'user:7'}, {name: 'Jo Typed'}, app.clock.now());
    const customer = {id: 4713, email: 'jo@typed.example'};
    app.shopify.webhooks.deliver('customers/data_request', app.shop, {customer, orders_requested: []});
    app.shopify.webhooks.deliver('customers/redact', app.shop, {customer, orders_to_redact: []});
    await app.quiet();
    const said = (await loadAudit(db, app.shop, {limit: 2})).map(({action, detail}) => `${action}: ${detail}`);
    expect(said.toSorted()).toEqual([
      'buyer_erased: The request names no order of this store. Nothing was erased.',
      'data_request: The request names no order of this store. Nothing is stored of a buyer but with an order.',
    ]);
    expect((await app.row(typed.id)).details_sealed).not.toBeNull();
    expect((await app.row(sent.id)).address_mark).not.toBeNull();
  });

  it('a request whose orders cannot be read is given up at once and shown, and erases nothing', async () => {
    const sent = app.buy();
    await app.quiet();
    for (const orders_to_redact of ['all', [820982911946154508n.toString(), 'x'], undefined]) {
      app.shopify.webhooks.deliver('customers/redact', app.shop, {customer: {id: 4714}, orders_to_redact});
    }
    app.shopify.webhooks.deliver('customers/data_request', app.shop, {customer: {id: 4714}, data_request: {id: 9}});
    await app.quiet();
    expect((await app.merchant.overview()).webhooks).toMatchObject({
      failed: 4,
      lastFailure: {reason: expect.stringContaining('could not be read')},
    });
    expect((await app.row(sent.id)).address_mark).not.toBeNull();
  });

  it('gets the digest of the address; erasing deletes it, with the supplier’s own text', async () => {
    const {db} = app.worker;
    const body = JSON.stringify({ok: false, error: 'No customer of the family Zapfenstreich is known.'});
    const bought: string[] = [];
    for (const status of [422, 500]) {
      app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'status', status, body}});
      bought.push(app.buy().id);
      await app.quiet();
    }
    bought.push(app.buy().id);
    await app.quiet();
    expect(await holding('apfenstreich')).not.toEqual([]);
    const numbers = bought.map((gid) => Number(gid.split('/').at(-1)));
    const customer = {id: 4715, email: 'jo@typed.example'};
    app.shopify.webhooks.deliver('customers/data_request', app.shop, {customer, orders_requested: numbers});
    await app.quiet();
    const [referred, linked, answer, answered] = await loadAudit(db, app.shop, {limit: 4});
    expect(referred?.detail).toMatch(/reference.* is kept/);
    expect(linked?.detail).toMatch(/link to the supplier’s checkout.* is kept/);
    expect(answered?.detail).toMatch(/supplier’s answer.*may mention the buyer.*of 2\)/);
    expect(answer?.detail).toMatch(/keyed digest of the delivery address, of name and of e-mail, not these themselves/);
    for (const gid of bought) expect(answer?.detail).toContain(gid);
    app.shopify.webhooks.deliver('customers/redact', app.shop, {customer, orders_to_redact: numbers});
    await app.quiet();
    expect(await holding('apfenstreich')).toEqual([]);
    const [rejected, unconfirmed, placed] = await Promise.all(bought.map((gid) => app.row(gid)));
    expect(rejected).toMatchObject({state: 'rejected', reason_code: 'rejected', address_mark: null});
    expect(rejected?.reason).toMatch(/^The supplier said no\. .*erased/);
    expect(unconfirmed).toMatchObject({state: 'unconfirmed', reason_code: 'unconfirmed', address_mark: null});
    expect(unconfirmed?.reason).toMatch(/not known whether the supplier has this order.*Look for the reference/);
    expect(placed).toMatchObject({state: 'awaiting_payment', reason: null, address_mark: null});
    expect(placed?.checkout_url).not.toBeNull();
    await markPaid(db, {shop: app.shop, id: (await app.row(bought[2] ?? '')).id, actor: 'user:7'}, app.clock.now());
    expect(await app.row(bought[2] ?? '')).toMatchObject({state: 'paid', checkout_url: null, ref: placed?.ref});
  });

  it('a buyer erased while the order is on its way stays erased, also when it never left', async () => {
    const bought = app.buy({name: null, email: null});
    await app.quiet();
    const {db, sealer} = app.worker;
    const {id} = await app.row(bought.id);
    const context = {shop: app.shop, id, actor: 'user:7'};
    const typed = {name: 'Zelda Typed', email: 'zelda@typed.example'};
    await giveDetails(db, sealer, context, typed, app.clock.now());
    const open = {...(await app.row(bought.id)), state: 'waiting' as const};
    const facts = {...claimFacts, country: open.country};
    const claim = await claimForPlacing(db, {...open, shop: app.shop}, 'a worker', facts, app.clock.now(), 90_000);
    if (claim === null) throw new Error('the order could not be claimed');
    const customer = {id: 4712, email: typed.email};
    const orders_to_redact = [Number(bought.id.split('/').at(-1))];
    app.shopify.webhooks.deliver('customers/redact', app.shop, {customer, orders_to_redact});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({state: 'placing', details_sealed: null});
    const before = app.supplier.orderRequests();
    const outcome = {kind: 'never_sent', why: 'connection refused'} as const;
    await settleOrder(app.worker, app.shop, open, {claim, key: 'a key'}, outcome);
    expect(await app.row(bought.id)).toMatchObject({state: 'waiting', details_sealed: null});
    app.clock.turn(hour);
    await app.upkeep('recheck-open');
    expect(await app.row(bought.id)).toMatchObject({state: 'needs_details', reason_code: 'name_missing'});
    expect(app.supplier.orderRequests()).toBe(before);
    expect(await holding('elda')).toEqual([]);
  });

  it('what was typed for an order the supplier refused serves placing it again for thirty days, then it is erased', async () => {
    const {db, sealer} = app.worker;
    const bought = app.buy({name: null});
    await app.quiet();
    const {id} = await app.row(bought.id);
    const context = {shop: app.shop, id, actor: 'user:7'};
    app.supplier.misbehave({
      api: 'dropship',
      a: 'order',
      times: 1,
      does: {kind: 'status', status: 422, body: '{"ok":false}'},
    });
    await giveDetails(db, sealer, context, {name: 'Jo Typed'}, app.clock.now());
    await app.upkeep('recheck-open');
    app.clock.turn(30 * day);
    await app.upkeep('retention');
    expect(await app.row(bought.id)).toMatchObject({state: 'rejected', details_sealed: expect.any(String)});
    app.clock.turn(1);
    await app.upkeep('retention');
    expect(await app.row(bought.id)).toMatchObject({state: 'rejected', details_sealed: null});
  });

  it('what was closed is deleted after the days set, never comes back as new, and what is open stays', async () => {
    // With this permission Shopify shows orders however old they are.
    const {scopes} = await app.worker.db
      .selectFrom('shops')
      .select('scopes')
      .where('shop', '=', app.shop)
      .executeTakeFirstOrThrow();
    app.store.setScopes([...scopes.split(','), 'read_all_orders']);
    const closed = app.buy();
    const open = app.buy();
    await app.quiet();
    const {id} = await app.row(closed.id);
    await dismissOrder(app.worker.db, {shop: app.shop, id, actor: 'user:7'}, app.clock.now());
    await app.quiet();
    for (let weeks = 0; weeks < 52; weeks += 4) {
      app.clock.turn(28 * day);
      await app.upkeep('keep-tokens-alive');
    }
    await app.upkeep('retention');
    expect(await app.rows(closed.id)).toHaveLength(1);
    app.clock.turn(2 * day);
    await app.upkeep('retention');
    expect(await app.rows(closed.id)).toEqual([]);
    // It was not marked as paid, so it is kept, without the buyer’s data.
    expect(await app.row(open.id)).toMatchObject({state: 'awaiting_payment', address_mark: null});

    const sent = app.supplier.orderRequests();
    app.store.touchOrder(closed.id);
    await app.quiet();
    const gid = OrderGid.parse(closed.id);
    expect(await takeStoreOrder(app.worker, app.shop, gid, 'webhook')).toBe(0);
    await app.upkeep('reconcile-week');
    expect(await app.rows(closed.id)).toEqual([]);
    expect(app.supplier.orderRequests()).toBe(sent);
  });
});
