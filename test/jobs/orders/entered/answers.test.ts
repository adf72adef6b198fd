// What buyers enter with a line or an order: read, asked about, answered once for the shop, and shown without being kept.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ArticleId, OrderGid} from '#domain/ids.ts';
import {eraseBuyerData} from '../../../../server/db/secrets/details.ts';
import {quickestEngine} from '../../../support/test-app.ts';
import {type Goods, type OrderTestApp, openOrderTestApp} from '../order-test-app.ts';

type Bought = Partial<Parameters<OrderTestApp['buy']>[0]>;

describe('what the buyer enters', {timeout: 90_000}, () => {
  let app: OrderTestApp;
  /** The supplier states neither colour nor size of it: both would be guessed. */
  let cap: Goods;
  let shirt: Goods;
  beforeAll(async () => {
    app = await openOrderTestApp(quickestEngine, {articles: 12});
    [cap, shirt] = [app.goods(), app.goods()];
    app.supplier.catalogue.change(cap.articleId, {sizes: 'One size', unit: 'pc'});
    app.supplier.catalogue.setStock(cap.articleId, {colours: [], sizes: []});
    app.clock.turn(1_000);
    await app.merchant.startRun();
    await app.merchant.lastRun();
    await app.quiet();
  }, 120_000);
  afterAll(() => app.close());

  const buy = async (goods: Goods, properties: Record<string, string>, order: Bought = {}) => {
    const product = app.store.products().find(({id}) => id === goods.productId);
    const customAttributes = Object.entries(properties).map(([key, value]) => ({key, value}));
    const bought = app.buy({lines: [{variantId: product?.variants[0]?.id ?? '', customAttributes}], ...order});
    await app.quiet();
    return bought.id;
  };
  const sent = async (gid: string) => app.taken(await app.row(gid))[0];
  const asked = {state: 'needs_details', reason_code: 'property_unread'};

  it('is ordered where its name is a common wording', async () => {
    const gid = await buy(cap, {'Select colour': 'Red', 'Schuhgröße (EU)': '42', _bundle: 'x'});
    expect(await sent(gid)).toMatchObject({colour: 'Red', size: '42'});
  });

  it('holds what would be guessed, until one answer for its name frees all orders with it, and no others', async () => {
    const before = app.supplier.orderRequests();
    const [one, two] = [await buy(cap, {Passform: '44'}), await buy(cap, {'passform:': '46'})];
    const other = await buy(cap, {Modell: 'Ada Beispiel'});
    for (const gid of [one, two, other]) expect(await app.row(gid)).toMatchObject(asked);
    expect((await app.row(one)).reason).toContain('“Passform”');
    expect(app.supplier.orderRequests()).toBe(before);
    expect(JSON.stringify(await app.row(other))).not.toContain('Ada');
    const shown = await app.merchant.entered((await app.row(other)).id);
    expect(shown.properties).toEqual([{key: 'Modell', name: 'Modell', value: 'Ada Beispiel', meaning: 'unread'}]);
    const {properties} = await app.merchant.answerProperty('Passform', 'size');
    expect(properties).toEqual([{name: 'Passform', meaning: 'size'}]);
    await app.quiet();
    expect(await sent(one)).toMatchObject({colour: 'as pictured', size: '44'});
    expect(await sent(two)).toMatchObject({colour: 'as pictured', size: '46'});
    expect(await app.row(other)).toMatchObject(asked);
    await app.merchant.answerProperty('Modell', 'never');
    await app.quiet();
    expect(await sent(other)).toMatchObject({colour: 'as pictured', size: 'One size'});
    const trail = await app.worker.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('detail', '=', 'propertyAnswers')
      .execute();
    expect(trail).toHaveLength(2);
  });

  it('may be the note or a property of the order', async () => {
    const note = await buy(cap, {}, {note: 'in red, please'});
    expect(await app.row(note)).toMatchObject(asked);
    expect((await app.row(note)).reason).toContain('“Order note”');
    const read = await buy(
      cap,
      {},
      {
        customAttributes: [
          {key: 'Size', value: '40'},
          {key: 'Colour', value: 'Green'},
        ],
      },
    );
    expect(await sent(read)).toMatchObject({colour: 'Green', size: '40'});
    const typed = await app.merchant.entered((await app.row(note)).id);
    expect(typed.properties).toMatchObject([{key: 'Order note', value: 'in red, please'}]);
    await eraseBuyerData(app.worker.db, app.shop, [OrderGid.parse(note)], app.clock.now());
    expect((await app.row(note)).reason).not.toContain('Order note');
  });

  it('holds nothing that the variant decides, and is shown with the order', async () => {
    const long = 'x'.repeat(900);
    const gid = await buy(shirt, {Engraving: `Ada <b>${long}`, _hidden: 'x'}, {note: 'For you'});
    expect(await sent(gid)).toMatchObject({colour: shirt.colour, size: shirt.size});
    const {properties} = await app.merchant.entered((await app.row(gid)).id);
    expect(properties.map(({name, value}) => [name, value.length])).toEqual([
      ['Engraving', 201],
      ['Order note', 7],
    ]);
  });

  it('holds every order where the merchant wants to be asked, and nothing more once that is forgotten', async () => {
    await app.merchant.answerProperty('Engraving', 'always');
    const [one, two] = [await buy(shirt, {Engraving: 'Ada'}), await buy(shirt, {Engraving: 'Bo'})];
    for (const gid of [one, two])
      expect(await app.row(gid)).toMatchObject({state: 'held', reason_code: 'property_asked'});
    await app.merchant.actOn((await app.row(one)).id, 'approve');
    await app.quiet();
    expect(await sent(one)).toMatchObject({colour: shirt.colour, size: shirt.size});
    expect(await sent(two)).toBeUndefined();
    expect((await app.merchant.forgetProperty('ENGRAVING')).properties.map(({name}) => name)).not.toContain(
      'Engraving',
    );
    await app.quiet();
    expect(await sent(two)).toMatchObject({colour: shirt.colour, size: shirt.size});
  });

  it('may be an option that the merchant gave the variant in the store', async () => {
    await app.worker.db
      .updateTable('listing_variants')
      .set({size: null})
      .where('article_id', '=', ArticleId.parse(shirt.articleId))
      .execute();
    app.supplier.catalogue.setStock(shirt.articleId, {colours: [shirt.colour], sizes: []});
    const gid = await buy(shirt, {});
    expect(await sent(gid)).toMatchObject({colour: shirt.colour, size: shirt.size});
    expect(await app.row(gid)).toMatchObject({words: {size: {from: 'property'}}});
  });
});
