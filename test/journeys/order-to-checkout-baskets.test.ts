// What shoppers put into one basket: more lines, more pieces and longer names than anybody expects.

import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {VariantGid} from '#domain/ids.ts';
import {type OrderTestApp, openOrderTestApp} from '../jobs/orders/order-test-app.ts';
import {runsEverything} from '../support/database.ts';
import {oneEngine} from '../support/test-app.ts';

// On one engine: `order-to-checkout` and `jobs/orders/placing-store` send its statements on both.
describe.each(oneEngine)('a basket with several lines, on %s', (engine) => {
  let app: OrderTestApp;
  beforeAll(async () => {
    app = await openOrderTestApp(engine);
  });
  afterAll(() => app.close());

  it('the same article on two lines is two dropship orders, each with its fee and its reference', async () => {
    const goods = app.goods();
    const line = {variantId: goods.variantId};
    const bought = app.buy({lines: [{...line, quantity: 2}, line]});
    await app.quiet();
    const rows = await app.rows(bought.id);
    expect(rows.map(({state, quantity, fee}) => ({state, quantity, fee}))).toEqual([
      {state: 'awaiting_payment', quantity: 2, fee: 1_600},
      {state: 'awaiting_payment', quantity: 1, fee: 1_600},
    ]);
    expect(rows.flatMap((row) => app.taken(row)).map(({qty}) => qty)).toEqual([2, 1]);
    expect(new Set(rows.map(({reference}) => reference)).size).toBe(2);
  });

  it('lines that are not ours are left alone', async () => {
    const goods = app.goods();
    const foreign = app.store.createProduct({title: 'A mug of the merchant’s own'});
    const [mug] = app.store.product(foreign)?.variants ?? [];
    const lines = [{variantId: mug?.id ?? null}, {variantId: goods.variantId}, {variantId: null, title: 'Gift wrap'}];
    const bought = app.buy({lines});
    await app.quiet();
    expect(await app.row(bought.id)).toMatchObject({article_id: goods.articleId, state: 'awaiting_payment'});
  });

  it('of an order with more than a hundred lines every line of ours is placed', async () => {
    const goods = app.goods();
    const before = app.supplier.orderRequests();
    const foreign = Array.from({length: 115}, (_, at) => ({variantId: null, title: `Something else ${at}`}));
    const ours = Array.from({length: 5}, () => ({variantId: goods.variantId}));
    const bought = app.buy({lines: [...foreign, ...ours]});
    await app.quiet();
    expect((await app.rows(bought.id)).map(({state}) => state)).toEqual(ours.map(() => 'awaiting_payment'));
    expect(app.supplier.orderRequests() - before).toBe(ours.length);
  });

  it('of three lines ours is sent, one of a variant we did not make is blocked with its reason, the foreign one is left alone', async () => {
    const [goods, own] = [app.goods(), app.goods()];
    const before = app.supplier.orderRequests();
    await app.worker.db
      .deleteFrom('listing_variants')
      .where('variant_gid', '=', VariantGid.parse(own.variantId))
      .execute();
    const foreign = {variantId: null, title: 'Gift wrap'};
    const lines = [{variantId: own.variantId}, foreign, {variantId: goods.variantId}];
    const bought = app.buy({lines});
    await app.quiet();
    const rows = await app.rows(bought.id);
    const shown = rows.map(({article_id: article, state, reason_code: code}) => ({article, state, code}));
    expect(shown).toHaveLength(2);
    expect(shown).toContainEqual({article: goods.articleId, state: 'awaiting_payment', code: null});
    expect(shown).toContainEqual({article: own.articleId, state: 'blocked', code: 'variant_unknown'});
    expect(app.supplier.orderRequests() - before).toBe(1);
    expect(app.store.order(bought.id)?.tags).toEqual(['piecewise: needs you']);
  });

  // On two busy cores 60 lines took 44 s on the embedded engine and 300 lines more than five minutes: it gets the smaller basket.
  const most = engine === 'embedded' ? 60 : 300;
  const many = runsEverything ? most : 40;
  it(`of ${many} lines each is one request, and every piece of each is ordered`, async () => {
    const goods = app.goods();
    const before = app.supplier.orderRequests();
    const quantities = Array.from({length: many}, (_, at) => (at === 0 ? 99 : 1 + (at % 3)));
    const bought = app.buy({lines: quantities.map((quantity) => ({variantId: goods.variantId, quantity}))});
    // The order is one job from its first line to its last: what shows progress is the requests.
    await expect.poll(() => app.supplier.orderRequests() - before, {timeout: 240_000}).toBe(many);
    await app.quiet();
    const rows = await app.rows(bought.id);
    expect(rows).toHaveLength(many);
    expect(new Set(rows.map(({state}) => state))).toEqual(new Set(['awaiting_payment']));
    expect(app.supplier.orderRequests() - before).toBe(many);
    const ordered = rows.flatMap((row) => app.taken(row)).map(({qty}) => qty);
    const inOrder = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);
    expect(inOrder(ordered)).toEqual(inOrder(quantities));
  }, 300_000);

  it.each([
    {what: 'of 400 characters', name: `Ada ${'Lovelace '.repeat(44)}`.trim()},
    {what: 'in Japanese', name: '山田 花子'},
    {what: 'in Arabic', name: 'فاطمة الزهراء'},
    {what: 'in Cyrillic', name: 'Анастасия Щукина-Ёлкина'},
    {what: 'in Greek', name: 'Ευρυδίκη Χατζηδάκη'},
    {what: 'in Chinese, with a character beyond the first plane', name: '\u{20BB7}野家 小龍'},
    {what: 'with what a browser might take for markup', name: 'O’Brien <b>& "Søn"</b> \u{1F642}'},
  ])('a buyer’s name $what reaches the supplier as it is', async ({name}) => {
    const bought = app.buy({name, phone: null});
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row.state).toBe('awaiting_payment');
    expect(app.taken(row).map(({customerName}) => customerName)).toEqual([name]);
  });

  // The street is no part of an order at the supplier: whoever pays types the address at the supplier's checkout.
  it.each([
    {what: 'no street', street: null, lines: []},
    {what: 'a street of blanks', street: '  ', lines: []},
    {what: 'a post-office box', street: 'Postfach 10 20 30', lines: ['Postfach 10 20 30']},
    {what: 'a street in Cyrillic', street: 'ул. Садовая, д. 1', lines: ['ул. Садовая, д. 1']},
  ])('an order with $what is placed, and the page shows the address as the buyer gave it', async ({street, lines}) => {
    const bought = app.buy({street, phone: null});
    await app.quiet();
    const row = await app.row(bought.id);
    expect(row).toMatchObject({state: 'awaiting_payment', reason_code: null});
    expect(app.taken(row)).toHaveLength(1);
    expect(await app.merchant.delivery(row.id)).toMatchObject({withheld: null, lines, zip: '30159', phone: null});
    const [order] = app.taken(row);
    // Without a street the supplier does not let it be paid; with the box as the street it does.
    expect(await payAt(order?.checkoutUrl ?? '', lines[0] ?? '')).toBe(lines.length > 0 ? 200 : 422);
  });
});

/** Fills in the supplier's checkout as the merchant does, and answers its status. */
async function payAt(checkoutUrl: string, street: string): Promise<number> {
  const address = {name: 'Frieda Muster', street, postcode: '30159', city: 'Hannover', country: 'DE'};
  const {status} = await fetch(checkoutUrl, {method: 'POST', body: new URLSearchParams(address)});
  return status;
}
