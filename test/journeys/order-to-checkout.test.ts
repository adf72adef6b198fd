import {channel} from 'node:diagnostics_channel';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {type OrderTestApp, openOrderTestApp} from '../jobs/orders/order-test-app.ts';
import {allTestEngines} from '../support/test-app.ts';

const hour = 3_600_000;

describe.each(allTestEngines)('from a store order to a checkout link, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine, {articles: 24});
  });
  afterAll(() => app.close());

  const told = async (bought: {readonly id: string}) => {
    await app.quiet();
    const {state, reason, reason_code: code} = await app.row(bought.id);
    return {state, code, reason};
  };

  it.each([
    {country: 'DE', zone: 'EU', fee: 1_600},
    {country: 'GB', zone: 'GB', fee: 3_000},
    {country: 'US', zone: 'US', fee: 3_000},
    {country: 'JP', zone: 'JP', fee: 3_000},
  ])(
    'a paid order from $country is with the supplier in its zone, and the merchant has a link that opens',
    async ({country, zone, fee}) => {
      const goods = app.goods();
      const bought = app.buy({country, goods});
      await app.quiet();

      const row = await app.row(bought.id);
      const listed = app.supplier.catalogue.listed().find(({id}) => id === goods.articleId);
      expect(row).toMatchObject({state: 'awaiting_payment', country, zone, fee, price: listed?.cents, reason: null});
      expect(row.reference).toContain(bought.name.replace('#', ''));
      const [taken, ...more] = app.taken(row);
      expect(more).toEqual([]);
      expect(taken).toMatchObject({
        articleId: goods.articleId,
        colour: goods.colour,
        size: goods.size,
        qty: 1,
        zone,
        country,
        feeCents: fee,
      });
      expect([taken?.customerEmail, taken?.customerName]).toEqual([bought.email, expect.stringMatching(/\S \S/)]);
      const shown = (await app.merchant.orders()).orders.find(({orderGid}) => orderGid === bought.id);
      expect(shown).toMatchObject({state: 'awaiting_payment', ref: taken?.ref, checkoutUrl: taken?.checkoutUrl});
      expect((await fetch(shown?.checkoutUrl ?? '')).status).toBe(200);
    },
  );

  it('the request names zone and country, and its colour and size are the words of a=stock', async () => {
    const sent = watchOrders();
    const goods = app.goods();
    const bought = app.buy({country: 'FR', goods});
    await app.quiet();
    const row = await app.row(bought.id);
    expect(sent.bodies()).toEqual([
      {
        id: goods.articleId,
        colour: goods.colour,
        size: goods.size,
        qty: 1,
        zone: 'EU',
        country: 'FR',
        reference: row.reference,
        customer_email: bought.email,
        customer_name: 'Odile Exemple',
      },
    ]);
    sent.end();
  });

  it('an order from a country the supplier does not serve is blocked by name, and nothing is sent', async () => {
    const before = app.supplier.orderRequests();
    const bought = app.buy({country: 'NO'});
    await app.quiet();
    await app.upkeep('recheck-open', 'reconcile-orders');
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'blocked', country: 'NO', ref: null, checkout_url: null, attempts: 0});
    expect(row.reason).toContain('Norway (NO)');
    expect(app.supplier.orderRequests()).toBe(before);
  });

  it('an option the merchant renamed in the store is still sent in the supplier’s words', async () => {
    const goods = app.goods();
    app.store.editProduct(goods.productId, {renameValue: {from: goods.colour, to: 'Sonnenuntergang'}});
    const bought = app.buy({goods});
    await app.quiet();
    expect(app.taken(await app.row(bought.id))).toMatchObject([{colour: goods.colour, size: goods.size}]);
  });

  it.each(['http-checkout', 'foreign-checkout', 'script-checkout'] as const)(
    'an order with a %s link is placed, the link withheld and the reason shown',
    async (as) => {
      app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'answer', as}});
      const bought = app.buy();
      await app.quiet();
      const row = await app.row(bought.id);
      expect(row).toMatchObject({state: 'awaiting_payment', checkout_url: null, ref: app.taken(row)[0]?.ref});
      expect(row.checkout_withheld).toMatch(/\S+ \S+/);
      const shown = (await app.merchant.orders()).orders.find(({orderGid}) => orderGid === bought.id);
      expect(shown).toMatchObject({checkoutUrl: null, checkoutWithheld: row.checkout_withheld});
    },
  );

  it('an order is held when the supplier’s price rose over the guard, and sent at the new price once it is back inside', async () => {
    const before = app.supplier.orderRequests();
    const goods = app.goods();
    const cents = app.supplier.catalogue.listed().find(({id}) => id === goods.articleId)?.cents ?? 0;
    app.supplier.catalogue.setStock(goods.articleId, {price: Math.ceil(cents * 1.2) / 100});
    const bought = app.buy({goods});
    expect(await told(bought)).toMatchObject({state: 'held', code: 'price_rose'});
    expect(app.supplier.orderRequests()).toBe(before);
    app.supplier.catalogue.setStock(goods.articleId, {price: Math.floor(cents * 1.05) / 100});
    app.clock.turn(hour);
    await app.upkeep('recheck-open');
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
    expect(await app.row(bought.id)).toMatchObject({price: Math.floor(cents * 1.05)});
  });

  it('an order is blocked when the article was withdrawn since, though the night has not told the store yet', async () => {
    const before = app.supplier.orderRequests();
    const goods = app.goods();
    app.supplier.catalogue.withdraw(goods.articleId);
    expect(await told(app.buy({goods}))).toMatchObject({state: 'blocked', code: 'not_listed'});
    expect(app.supplier.orderRequests()).toBe(before);
  });

  it('an order is blocked when its colour, or its size, is no longer stated', async () => {
    const before = app.supplier.orderRequests();
    const pale = app.goods();
    app.supplier.catalogue.setStock(pale.articleId, {colours: ['petrol']});
    const small = app.goods();
    app.supplier.catalogue.setStock(small.articleId, {sizes: ['XXXS']});
    const [colour, size] = [await told(app.buy({goods: pale})), await told(app.buy({goods: small}))];
    expect(colour).toMatchObject({state: 'blocked', code: 'colour_gone'});
    expect(colour.reason).toContain(pale.colour);
    expect(size).toMatchObject({state: 'blocked', code: 'size_gone'});
    expect(size.reason).toContain(small.size);
    expect(app.supplier.orderRequests()).toBe(before);
  });

  it('an order waits when its article is missing in a list that is not whole, and is sent with a whole one', async () => {
    const goods = app.goods();
    app.clock.turn(25 * hour);
    const at = app.supplier.catalogue.listed().findIndex(({id}) => id === goods.articleId);
    const does = {kind: 'entries', fault: 'no-id', at} as const;
    const end = app.supplier.misbehave({api: 'dropship', a: 'list', does});
    const bought = app.buy({goods});
    expect(await told(bought)).toMatchObject({state: 'waiting', code: 'supplier_unreadable'});
    end();
    app.clock.turn(hour);
    await app.upkeep('recheck-open');
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
  });
});

/** What leaves for a=order, byte for byte as it is handed to the socket. */
function watchOrders(): {bodies: () => readonly unknown[]; end: () => void} {
  const made = channel('undici:request:create');
  const bodies: unknown[] = [];
  const note = (message: unknown): void => {
    const {request} = message as {request: {path: string; body: unknown}};
    if (request.path.includes('a=order')) bodies.push(JSON.parse(String(request.body)));
  };
  made.subscribe(note);
  return {
    bodies: () => bodies,
    end() {
      made.unsubscribe(note);
    },
  };
}
