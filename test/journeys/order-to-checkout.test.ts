import {channel} from 'node:diagnostics_channel';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {openStage, type Stage} from '../jobs/orders/stage.ts';
import {allTestEngines} from '../support/house.ts';

const hour = 3_600_000;

describe.each(allTestEngines)('from a store order to a checkout link, on %s', (engine) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(engine, {articles: 24});
  });
  afterAll(() => stage.close());

  const told = async (bought: {readonly id: string}) => {
    await stage.quiet();
    const {state, reason, reason_code: code} = await stage.row(bought.id);
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
      const goods = stage.goods();
      const bought = stage.buy({country, goods});
      await stage.quiet();

      const row = await stage.row(bought.id);
      const listed = stage.supplier.catalogue.listed().find(({id}) => id === goods.articleId);
      expect(row).toMatchObject({state: 'awaiting_payment', country, zone, fee, price: listed?.cents, reason: null});
      expect(row.reference).toContain(bought.name.replace('#', ''));
      const [taken, ...more] = stage.taken(row);
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
      const shown = (await stage.merchant.orders()).orders.find(({orderGid}) => orderGid === bought.id);
      expect(shown).toMatchObject({state: 'awaiting_payment', ref: taken?.ref, checkoutUrl: taken?.checkoutUrl});
      expect((await fetch(shown?.checkoutUrl ?? '')).status).toBe(200);
    },
  );

  it('the request names zone and country, and its colour and size are the words of a=stock', async () => {
    const sent = watchOrders();
    const goods = stage.goods();
    const bought = stage.buy({country: 'FR', goods});
    await stage.quiet();
    const row = await stage.row(bought.id);
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
    const before = stage.supplier.orderRequests();
    const bought = stage.buy({country: 'NO'});
    await stage.quiet();
    await stage.upkeep('recheck-open', 'reconcile-orders');
    const row = await stage.row(bought.id);
    expect(row).toMatchObject({state: 'blocked', country: 'NO', ref: null, checkout_url: null, attempts: 0});
    expect(row.reason).toContain('Norway (NO)');
    expect(stage.supplier.orderRequests()).toBe(before);
  });

  it('an option the merchant renamed in the store is still sent in the supplier’s words', async () => {
    const goods = stage.goods();
    stage.store.editProduct(goods.productId, {renameValue: {from: goods.colour, to: 'Sonnenuntergang'}});
    const bought = stage.buy({goods});
    await stage.quiet();
    expect(stage.taken(await stage.row(bought.id))).toMatchObject([{colour: goods.colour, size: goods.size}]);
  });

  it.each(['http-checkout', 'foreign-checkout', 'script-checkout'] as const)(
    'an order with a %s link is placed, the link withheld and the reason shown',
    async (as) => {
      stage.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'answer', as}});
      const bought = stage.buy();
      await stage.quiet();
      const row = await stage.row(bought.id);
      expect(row).toMatchObject({state: 'awaiting_payment', checkout_url: null, ref: stage.taken(row)[0]?.ref});
      expect(row.checkout_withheld).toMatch(/\S+ \S+/);
      const shown = (await stage.merchant.orders()).orders.find(({orderGid}) => orderGid === bought.id);
      expect(shown).toMatchObject({checkoutUrl: null, checkoutWithheld: row.checkout_withheld});
    },
  );

  it('an order is held when the supplier’s price rose over the guard, and sent at the new price once it is back inside', async () => {
    const before = stage.supplier.orderRequests();
    const goods = stage.goods();
    const cents = stage.supplier.catalogue.listed().find(({id}) => id === goods.articleId)?.cents ?? 0;
    stage.supplier.catalogue.setStock(goods.articleId, {price: Math.ceil(cents * 1.2) / 100});
    const bought = stage.buy({goods});
    expect(await told(bought)).toMatchObject({state: 'held', code: 'price_rose'});
    expect(stage.supplier.orderRequests()).toBe(before);
    stage.supplier.catalogue.setStock(goods.articleId, {price: Math.floor(cents * 1.05) / 100});
    stage.clock.turn(hour);
    await stage.upkeep('recheck-open');
    expect(await told(bought)).toMatchObject({state: 'awaiting_payment'});
    expect(await stage.row(bought.id)).toMatchObject({price: Math.floor(cents * 1.05)});
  });

  it('an order is blocked when the article was withdrawn since, though the night has not told the store yet', async () => {
    const before = stage.supplier.orderRequests();
    const goods = stage.goods();
    stage.supplier.catalogue.withdraw(goods.articleId);
    expect(await told(stage.buy({goods}))).toMatchObject({state: 'blocked', code: 'not_listed'});
    expect(stage.supplier.orderRequests()).toBe(before);
  });

  it('an order is blocked when its colour, or its size, is no longer stated', async () => {
    const before = stage.supplier.orderRequests();
    const pale = stage.goods();
    stage.supplier.catalogue.setStock(pale.articleId, {colours: ['petrol']});
    const small = stage.goods();
    stage.supplier.catalogue.setStock(small.articleId, {sizes: ['XXXS']});
    const [colour, size] = [await told(stage.buy({goods: pale})), await told(stage.buy({goods: small}))];
    expect(colour).toMatchObject({state: 'blocked', code: 'colour_gone'});
    expect(colour.reason).toContain(pale.colour);
    expect(size).toMatchObject({state: 'blocked', code: 'size_gone'});
    expect(size.reason).toContain(small.size);
    expect(stage.supplier.orderRequests()).toBe(before);
  });

  it('an order waits when its article is missing in a list that is not whole, and is sent with a whole one', async () => {
    const goods = stage.goods();
    stage.clock.turn(25 * hour);
    const at = stage.supplier.catalogue.listed().findIndex(({id}) => id === goods.articleId);
    const does = {kind: 'entries', fault: 'no-id', at} as const;
    const end = stage.supplier.misbehave({api: 'dropship', a: 'list', does});
    const bought = stage.buy({goods});
    expect(await told(bought)).toMatchObject({state: 'waiting', code: 'supplier_unreadable'});
    end();
    stage.clock.turn(hour);
    await stage.upkeep('recheck-open');
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
