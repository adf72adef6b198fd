// The merchant's side of orders with the whole app behind it: both stand-ins, workers, and the engines of both kinds.
import {randomUUID} from 'node:crypto';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import type {Tables} from '../../../server/db/tables/tables.ts';
import {Delivery} from '../../../server/http/contract/buyers/delivery.ts';
import {type ActionName, DropshipOrderDetail} from '../../../server/http/contract/dropship-orders.ts';
import {Shipping, StoreOrderMoney} from '../../../server/http/contract/order-money.ts';
import {createLog} from '../../../server/log.ts';
import {type OrderTestApp, openOrderTestApp} from '../../jobs/orders/order-test-app.ts';
import {patientToken} from '../../support/patient-token.ts';
import {oneEngine} from '../../support/test-app.ts';
import {type Answer, ask} from '../asking.ts';

/** The shopper of every order here, as the stand-in invents them. */
const shopper = {
  name: 'Frieda Muster',
  street: 'Beispielweg 12',
  city: 'Hannover',
  zip: '30159',
  phone: '+49 511 0815',
};

// On one engine: `jobs/orders/placing-store` and `in-store/shown-in-store` send its statements on both.
describe.each(oneEngine)('orders at the merchant’s page, on %s', (engine) => {
  let app: OrderTestApp;
  let logged = '';
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    const log = createLog('info', {write: (line: string) => void (logged += line)});
    app = await openOrderTestApp(engine, {articles: 40, log});
  });
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  afterAll(() => app.close());

  const page = (path: string, {method = 'GET', key, body}: {method?: string; key?: string; body?: object} = {}) =>
    ask(`${app.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${patientToken(app.shopify, app.shop, app.clock)}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : {'idempotency-key': key}),
      },
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    });
  const click = (id: string, move: ActionName, body: object = {}, key: string = randomUUID()) =>
    page(`/dropship-orders/${id}/${move}`, {method: 'POST', key, body});
  const detailOf = ({json}: Answer) => DropshipOrderDetail.parse(json);
  const placed = async (order: Parameters<OrderTestApp['buy']>[0] = {}) => {
    const bought = app.buy(order);
    await app.quiet();
    return app.row(bought.id);
  };

  it('"place again" clicked twenty times sends one order, under a new reference', async () => {
    ends.push(app.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: [{kind: 'status', status: 500}]}));
    const row = await placed();
    expect(row).toMatchObject({state: 'unconfirmed'});
    const before = app.supplier.orderRequests();
    const key = randomUUID();
    const body = {typedReference: row.reference};
    const answers = await Promise.all(Array.from({length: 20}, () => click(row.id, 'place-again', body, key)));
    expect(new Set(answers.map(({status}) => status))).toEqual(new Set([200]));
    await app.quiet();
    expect(app.supplier.orderRequests() - before).toBe(1);
    const [answer] = answers.map(detailOf);
    const again = detailOf(await page(`/dropship-orders/${answer?.id}`));
    expect(again).toMatchObject({state: 'awaiting_payment', generation: 2, siblings: [{state: 'dismissed'}]});
    expect(again.attempts).toMatchObject([{phase: 'answered', verdict: 'placed'}]);
    expect(app.taken({reference: again.reference})).toHaveLength(1);
  });

  it('an order goes its whole way: details, payment, shipment with tracking, in the store too', async () => {
    const row = await placed({email: null});
    expect(row).toMatchObject({state: 'needs_details', reason_code: 'email_missing'});
    await click(row.id, 'details', {email: 'frieda@buyer.example'});
    await app.quiet();
    const paying = detailOf(await page(`/dropship-orders/${row.id}`));
    expect(paying).toMatchObject({
      state: 'awaiting_payment',
      typed: {email: false},
      actions: ['paid', 'dismiss'],
    });
    expect(paying.checkoutUrl).toMatch(/^http/);
    await click(row.id, 'paid');
    await click(row.id, 'shipped', {carrier: 'DHL', trackingNumber: 'JD014600003'});
    await app.quiet();
    await expect
      .poll(async () => detailOf(await page(`/dropship-orders/${row.id}`)).fulfilment, {timeout: 10_000})
      .toEqual({state: 'done', reason: null});
    expect(JSON.stringify(app.store.order(row.order_gid))).toContain('JD014600003');
    const {history} = detailOf(await page(`/dropship-orders/${row.id}`));
    expect(history.map(({action}) => action)).toEqual(
      expect.arrayContaining(['marked_shipped', 'marked_paid', 'details_given']),
    );
  });

  it('the delivery address is read live and not stored, and the audit trail says who read it', async () => {
    logged = '';
    const row = await placed({phone: shopper.phone});
    const answer = await page(`/dropship-orders/${row.id}/delivery`);
    expect(answer.headers['cache-control']).toBe('no-store, no-transform');
    expect(Delivery.parse(answer.json)).toMatchObject({
      withheld: null,
      name: shopper.name,
      lines: [shopper.street],
      city: shopper.city,
      zip: shopper.zip,
      countryCode: 'DE',
      email: 'frieda.muster@example.com',
      phone: shopper.phone,
    });
    const said = `${await everyRow(app)}${logged}`;
    for (const [what, word] of Object.entries(shopper)) expect([what, said.includes(word)]).toEqual([what, false]);
    expect(detailOf(await page(`/dropship-orders/${row.id}`)).history).toMatchObject([{action: 'address_read'}]);
    app.store.changeAddress(row.order_gid, 'FR');
    expect((await page(`/dropship-orders/${row.id}/delivery`)).json).toMatchObject({
      country: 'France',
      countryCode: 'FR',
    });
    const provinces = [
      ['JP', 'JP-13', 'Tokyo', '東京都'],
      ['CA', 'ON', 'Ontario', null],
    ] as const;
    for (const [country, code, province, provinceLocal] of provinces) {
      app.store.changeAddress(row.order_gid, country, code);
      expect((await page(`/dropship-orders/${row.id}/delivery`)).json).toMatchObject({province, provinceLocal});
    }
  });

  it('where Shopify withholds protected data the page is told so, and gets what is not withheld', async () => {
    const row = await placed();
    ends.push(() => app.store.setSettings({showsProtectedData: true}));
    app.store.setSettings({showsProtectedData: false});
    const {status, json} = await page(`/dropship-orders/${row.id}/delivery`);
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({
        withheld: expect.stringMatching(/Shopify withholds protected customer data/),
        name: null,
        lines: [],
        email: null,
        countryCode: 'DE',
      }),
    ]);
  });

  it('three articles are three dropship orders with three fees, and the margin says what is in it and what is not', async () => {
    const ours = [
      {price: '120.00', tax: '20.00'},
      {price: '60.00', tax: '10.00'},
      {price: '60.00', discount: '12.00', tax: '8.00'},
    ].map((line) => ({variantId: app.goods().variantId, ...line}));
    const bought = app.buy({
      country: 'GB',
      lines: [...ours, {variantId: null, title: 'Somebody else’s', price: '228.00', tax: '0'}],
      shippingPrice: '12.00',
      shippingTax: '2.00',
    });
    await app.quiet();
    const rows = await app.rows(bought.id);
    const charged = rows.flatMap((row) => app.taken(row));
    expect(charged).toHaveLength(3);
    const [fees, all] = [sum(charged.map(({feeCents}) => feeCents)), sum(charged.map(({totalCents}) => totalCents))];
    const money = StoreOrderMoney.parse((await page(`/store-orders/${encodeURIComponent(bought.id)}/money`)).json);
    expect(money).toMatchObject({
      orderName: bought.name,
      currency: 'EUR',
      revenue: 19_000,
      shipping: 500,
      tax: 3_900,
      fees,
      cost: all - fees,
      feesCharged: 3,
      unknown: 0,
      margin: 19_500 - all,
      losesMoney: all > 19_500,
    });
    expect(new Set(money.lines.map(({revenue}) => revenue))).toEqual(new Set([4_000, 5_000, 10_000]));
    expect(money.lines).toMatchObject(rows.map(() => ({zone: 'GB', estimated: false, charged: true})));
    expect(money.notes).toEqual([
      ...(all > 19_500
        ? ['This order loses money: articles, shipping fees and payment fees cost more than it brings without tax.']
        : []),
      `The supplier takes one article per order, so 3 articles mean 3 shipping fees. Shipping brought €5.00 without tax, and the fees cost €${(fees / 100).toFixed(2)}.`,
      'Payment fees are not counted: none are set under Pricing.',
      expect.stringContaining('Duties and import taxes are not part of price or shipping fee.'),
      expect.stringContaining('working days from dispatch'),
    ]);
  });

  // 67.36 and 6.90 at 19 %: 10.75 and 1.10 of it are VAT.
  it.each([
    {store: 'a store registered for VAT', vatPercent: 19, revenue: 5_661, shipping: 580},
    {store: 'a store without a tax registration, which owes none', vatPercent: 0, revenue: 6_736, shipping: 690},
  ])(
    'what a shopper pays in $store counts without the tax Shopify charged',
    async ({vatPercent, revenue, shipping}) => {
      ends.push(() => app.store.setSettings({vatPercent: 19}));
      app.store.setSettings({vatPercent});
      const row = await placed({lines: [{variantId: app.goods().variantId, price: '67.36'}]});
      const [charged] = app.taken(row).map(({totalCents}) => totalCents);
      const money = StoreOrderMoney.parse(
        (await page(`/store-orders/${encodeURIComponent(row.order_gid)}/money`)).json,
      );
      expect(money).toMatchObject({revenue, shipping, margin: revenue + shipping - (charged ?? Number.NaN)});
    },
  );

  it('what was not sent is estimated and says so; what the supplier refunded costs nothing and brings nothing', async () => {
    const unpaid = await placed({country: 'JP', financialStatus: 'PENDING'});
    const estimate = StoreOrderMoney.parse(
      (await page(`/store-orders/${encodeURIComponent(unpaid.order_gid)}/money`)).json,
    );
    expect(estimate).toMatchObject({feesCharged: 1, lines: [{estimated: true, charged: true, zone: 'JP', fee: 3_000}]});
    expect(estimate.notes.at(-1)).toMatch(/statement on origin .* tariff only/);
    const sent = await placed();
    for (const move of ['paid', 'refunded'] as const) await click(sent.id, move);
    const refunded = (await page(`/store-orders/${encodeURIComponent(sent.order_gid)}/money`)).json;
    expect(refunded).toMatchObject({
      revenue: 0,
      feesCharged: 0,
      cost: 0,
      fees: 0,
      margin: 0,
      leftOut: [
        {why: 'refunded', amount: expect.any(Number), text: expect.stringContaining('the buyer is to get it back')},
      ],
      lines: [{charged: false, revenue: 0}],
    });
  });

  it('where the store sells to and the supplier does not deliver is named', async () => {
    const shipping = Shipping.parse((await page('/shipping')).json);
    const fees = Object.fromEntries(shipping.zones.map(({zone, fee}) => [zone, fee]));
    expect(fees).toMatchObject({EU: 1_600, GB: 3_000, US: 3_000});
    expect(shipping.unserved).toEqual(['Norway (NO)']);
    expect(shipping.notes).toContain('Orders to these countries are not sent: Norway (NO).');
  });
});
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Everything the database holds about the shop, as text. */
async function everyRow({deps, shop}: OrderTestApp): Promise<string> {
  const orders = ['deliveries', 'dropship_attempts', 'dropship_orders', 'store_orders'] as const;
  const tables = [...orders, 'audit', 'repeats', 'runs', 'sessions', 'shops'] as const satisfies (keyof Tables)[];
  const rows = tables.map((table) => deps.db.selectFrom(table).selectAll().where('shop', '=', shop).execute());
  return JSON.stringify(await Promise.all(rows));
}
