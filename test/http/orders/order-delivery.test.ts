// What an order says of its article's unit, transit time and duties: as the supplier stated them.
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {DropshipOrderDetail} from '../../../server/http/contract/dropship-orders.ts';
import {type BareApp, openBareApp} from '../bare-app.ts';
import {stock} from '../catalogue-test-app.ts';
import {ordersOf} from './stored-order.ts';

describe('an order of an article', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
    const shipping = {JP: {label: 'Japan', fee: 3_000, transit: '9–12'}};
    await stock(app.deps, {'A-1': {unit: 'Pack', origin: 'Italia', stock: {price: 1_000, shipping}}});
    await stock(app.deps, {'A-2': {unit: 'pc', origin: 'Non-EU', stock: {price: 1_000, shipping: {}}}});
  });
  afterAll(() => app.close());
  const {page, orders, save} = ordersOf(() => app);

  it('says what its quantity counts, the stated transit time, and the duty by the recognised origin', async () => {
    const article_id = ArticleId.parse('A-2');
    const [packs = '', pieces = '', gone = '', unknown = ''] = await save([
      {country: 'JP', zone: 'JP'},
      {country: 'JP', zone: 'JP', article_id},
      {country: 'DE', zone: 'EU', article_id: ArticleId.parse('gone')},
      {country: 'NO', zone: null},
    ]);
    const listed = new Map((await orders()).orders.map((order) => [order.id, order]));
    const excluded =
      'Duties and import taxes are due on delivery: they are neither in the price nor in the shipping fee.';
    expect(listed.get(packs)).toMatchObject({
      unit: {one: 'pack', many: 'packs'},
      transit: '9–12 working days, without time in customs',
      duty: expect.stringContaining('“Italia”: goods of EU preferential origin may enter Japan'),
    });
    expect(listed.get(pieces)).toMatchObject({
      unit: null,
      transit: '7–14 working days, without time in customs',
      duty: excluded,
    });
    expect(listed.get(gone)).toMatchObject({unit: null, transit: '5–7 working days', duty: null});
    expect(listed.get(unknown)).toMatchObject({transit: null, duty: null});
    const detail = DropshipOrderDetail.parse((await page(`/dropship-orders/${packs}`)).json);
    expect(detail).toMatchObject({unit: {one: 'pack'}, transit: '9–12 working days, without time in customs'});
  });
});
