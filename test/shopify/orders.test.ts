import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {LineItemGid, OrderGid} from '#domain/ids.ts';
import {type OrderMarks, removeOrderTags, saveOrderMarks} from '../../server/shopify/orders/order-marks.ts';
import {fetchOrdersUpdatedSince, fetchStoreOrder, fetchStoreOrderForLine} from '../../server/shopify/orders/orders.ts';
import {toNewProduct} from '../../server/shopify/products/product-input.ts';
import {setProduct} from '../../server/shopify/products/products.ts';
import type {ShopControl} from '../sandbox/shopify/start.ts';
import {type ConnectedStore, connectStore} from './open-store.ts';
import {aDraft} from './support.ts';

let store: ConnectedStore;
let variantId: string;
beforeEach(async () => {
  store = await connectStore();
  const draft = aDraft({colours: ['Red'], articleId: 'A-1'});
  const input = toNewProduct(draft, 'ACTIVE');
  const made = await during(setProduct(store.admin, store.shop, {identity: {listingKey: 'A-1'}, input}));
  if (made.kind !== 'set') throw new Error('the product was refused');
  variantId = made.variants[0]?.gid ?? '';
});
afterEach(() => store.close());

const during = <T>(work: Promise<T>) => store.time.during(work);
type Placed = Parameters<ShopControl['placeOrder']>[0];
const place = (order: Partial<Placed> = {}) =>
  store.control.placeOrder({country: 'DE', lines: [{variantId, quantity: 2}], ...order});
const read = (id: string) => during(fetchStoreOrder(store.admin, store.shop, OrderGid.parse(id)));

describe('a store order', () => {
  test('is read with what dropshipping needs: article, quantities, country, person, money, risk', async () => {
    const {id} = place({
      country: 'US',
      province: 'PR',
      email: 'ann@example.com',
      name: 'Ann Smith',
      risk: 'INVESTIGATE',
    });
    const order = await read(id);
    expect(order).toMatchObject({
      gid: id,
      test: false,
      cancelledAt: null,
      financialStatus: 'PAID',
      risk: {pending: false, recommendation: 'INVESTIGATE'},
      customer: {name: 'Ann Smith', email: 'ann@example.com'},
      destination: {country: 'US', province: 'PR'},
    });
    expect(order?.lines).toMatchObject([
      {
        articleId: 'A-1',
        variantGid: variantId,
        quantity: 2,
        currentQuantity: 2,
        unfulfilledQuantity: 2,
        giftCard: false,
      },
    ]);
    expect(order?.createdAt).toBeInstanceOf(Date);
  });

  test('of 130 lines is read whole, its fulfilment order too', async () => {
    const {id} = place({lines: Array.from({length: 130}, () => ({variantId, quantity: 1}))});
    const order = await read(id);
    expect(new Set(order?.lines.map(({gid}) => gid)).size).toBe(130);
    const remaining = order?.fulfilmentOrders?.flatMap(({lines}) => lines) ?? [];
    expect(new Set(remaining.map(({lineGid}) => lineGid)).size).toBe(130);
    expect(order?.fulfilmentOrders?.[0]?.location.name).toBeTruthy();
  });

  test('of 130 lines is asked for one of them without the others, with its fulfilment orders', async () => {
    const {id, lines} = place({lines: Array.from({length: 130}, () => ({variantId, quantity: 1}))});
    const last = LineItemGid.parse(lines.at(-1)?.id);
    const readLine = (line = last) => during(fetchStoreOrderForLine(store.admin, store.shop, OrderGid.parse(id), line));
    const before = store.sandbox.requests().length;
    const whole = await read(id);
    const asked = store.sandbox.requests().length;
    const {lines: one, fulfilmentOrders, ...facts} = (await readLine()) ?? {};
    expect(asked - before).toBeGreaterThan(4);
    expect(store.sandbox.requests().length - asked).toBe(4);
    expect({...facts, lines: one, fulfilmentOrders}).toEqual({
      ...whole,
      note: undefined,
      lines: whole?.lines.filter(({gid}) => gid === last),
    });
    store.control.holdFulfilment(id, true);
    expect((await readLine())?.fulfilmentOrders).toMatchObject([{status: 'ON_HOLD'}]);
    expect(await readLine(LineItemGid.parse('gid://shopify/LineItem/1'))).toMatchObject({lines: {length: 130}});
  });

  test('of one piece is asked for in one question, whose fulfilment order has to be that of the piece', async () => {
    const {id, lines} = place({lines: [{variantId, quantity: 1}]});
    const line = LineItemGid.parse(lines[0]?.id);
    const readLine = () => during(fetchStoreOrderForLine(store.admin, store.shop, OrderGid.parse(id), line));
    const before = store.sandbox.requests().length;
    expect((await readLine())?.fulfilmentOrders).toBeNull();
    expect(store.sandbox.requests().length - before).toBe(1);
    store.control.moveFulfilment(id, line, 1, {location: 'Their warehouse', ofService: true});
    expect((await readLine())?.fulfilmentOrders?.filter(({status}) => status !== 'CLOSED')).toEqual([]);
  });

  test('names what is still to be sent after a refund, an edit and a part that was fulfilled', async () => {
    const {id, lines} = place({lines: [{variantId, quantity: 5}]});
    const line = lines[0]?.id ?? '';
    store.control.refundLine(id, line, 1);
    const order = await read(id);
    expect(order?.lines[0]).toMatchObject({quantity: 5, currentQuantity: 4});
  });

  test('without a shipping address, person or product of ours is read as it is', async () => {
    const {id} = place({country: null, email: null, name: null, lines: [{variantId: null, title: 'Tip'}]});
    const order = await read(id);
    expect(order).toMatchObject({destination: null, customer: {email: null}});
    expect(order?.lines).toMatchObject([{title: 'Tip', articleId: null, productGid: null, variantGid: null}]);
  });

  test('of a deleted product still names its line, no longer the article', async () => {
    const {id} = place();
    store.control.deleteProduct(store.control.products()[0]?.id ?? '');
    expect((await read(id))?.lines).toMatchObject([{articleId: null, variantGid: null}]);
  });

  test('Shopify does not know is null', async () => {
    expect(await read('gid://shopify/Order/1')).toBeNull();
  });

  test('is no order but a Failure where the app may not read orders', async () => {
    const {id} = place();
    store.control.setScopes(['write_products']);
    await expect(read(id)).rejects.toMatchObject({remote: 'shopify', kind: 'refused'});
  });

  const note = {value: {orders: []}, text: '1 × Mug: shipped by the supplier.'};
  const done = {kind: 'done'};

  test('is tagged beside the merchant’s tags and noted in our metafields with one request, and untagged again', async () => {
    const {id} = place();
    const gid = OrderGid.parse(id);
    const before = store.sandbox.requests().length;
    const saved = await during(saveOrderMarks(store.admin, store.shop, gid, {tag: 'dropship', note}));
    expect(saved).toEqual({tag: done, note: done});
    expect(store.sandbox.requests().length - before).toBe(1);
    expect(store.control.order(id)?.metafields).toEqual({
      dropship: {type: 'json', value: '{"orders":[]}'},
      dropship_status: {type: 'multi_line_text_field', value: '1 × Mug: shipped by the supplier.'},
    });
    expect(store.control.order(id)?.tags).toEqual(['dropship']);
    expect(await during(removeOrderTags(store.admin, store.shop, gid, ['dropship']))).toEqual(done);
    expect(store.control.order(id)?.tags).toEqual([]);
  });

  test('takes a tag alone, a note alone, and says which of the two was refused', async () => {
    const {id} = place();
    const gid = OrderGid.parse(id);
    const save = (order: OrderGid, marks: OrderMarks) => during(saveOrderMarks(store.admin, store.shop, order, marks));
    expect(await save(gid, {tag: 'dropship', note: null})).toEqual({tag: done, note: done});
    expect(store.control.order(id)).toMatchObject({tags: ['dropship'], metafields: {}});
    expect(await save(gid, {tag: null, note})).toEqual({tag: done, note: done});
    expect(store.control.order(id)).toMatchObject({tags: ['dropship'], metafields: {dropship: {type: 'json'}}});
    const long = {...note, value: 'x'.repeat(129 * 1_024)};
    expect(await save(gid, {tag: 'more', note: long})).toMatchObject({tag: done, note: {kind: 'refused'}});
    expect(store.control.order(id)?.tags).toEqual(['dropship', 'more']);
    const unknown = OrderGid.parse('gid://shopify/Order/1');
    expect((await save(unknown, {tag: 'dropship', note: null})).tag.kind).toBe('refused');
    expect(await save(unknown, {tag: 'dropship', note})).toMatchObject({
      tag: {kind: 'refused'},
      note: {kind: 'refused'},
    });
  });
});

describe('orders changed since a moment', () => {
  test('come oldest change first, page by page, and none before it', async () => {
    place();
    store.time.forward(3_600_000);
    const since = store.time.now();
    const placed = Array.from({length: 120}, () => {
      store.time.forward(1_000);
      return place().id;
    });
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof fetchOrdersUpdatedSince>> = await during(
        fetchOrdersUpdatedSince(store.admin, store.shop, since, cursor),
      );
      found.push(...page.orders.map(({gid}) => gid));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(found).toEqual(placed);
  });
});
