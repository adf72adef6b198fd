import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {z} from 'zod';
import type {Operation, Variables} from '../../server/shopify/client/operation.ts';
import {toNewProduct} from '../../server/shopify/products/product-input.ts';
import {setProduct} from '../../server/shopify/products/products.ts';
import {fetchShopFacts} from '../../server/shopify/shop/shop.ts';
import {type ConnectedStore, connectStore} from './open-store.ts';
import {aDraft} from './support.ts';

let store: ConnectedStore;
beforeEach(async () => {
  store = await connectStore({plan: 'standard'});
});
afterEach(() => store.close());

const during = <T>(work: Promise<T>) => store.time.during(work);
const graphql = () => store.sandbox.requests().filter(({kind}) => kind !== 'token');
const Anything = z.looseObject({});
type Any = Operation<Variables, typeof Anything>;
const shopId: Any = {document: 'query ShopId { shop { id } }', cost: 1, answer: Anything, isWrite: false};
const tag: Any = {
  document: 'mutation Tag($id: ID!) { tagsAdd(id: $id, tags: ["a"]) { userErrors { message } } }',
  cost: 11,
  answer: Anything,
  isWrite: true,
};
const ask = (operation = shopId, variables = {}) => store.admin.call(store.shop, operation, variables);

function create(number: number) {
  const draft = aDraft({
    articleId: `A-${number}`,
    colours: ['Red', 'Blue'],
    sizes: ['S', 'M', 'L'],
    images: ['https://img.example.com/1.jpg'],
  });
  const write = {identity: {listingKey: draft.articleId}, input: toNewProduct(draft, 'DRAFT')};
  return setProduct(store.admin, store.shop, write);
}

describe('an operation', () => {
  const byId: Operation<{readonly id: string}, typeof Anything> = {...tag, cost: ({id}) => id.length};

  test('with variables that are not its own does not compile', () => {
    const calls = [
      // @ts-expect-error -- it asks for an id
      () => store.admin.call(store.shop, byId, {}),
      // @ts-expect-error -- an id is text
      () => store.admin.call(store.shop, byId, {id: 7}),
      // @ts-expect-error -- it asks for nothing else
      () => store.admin.call(store.shop, byId, {id: 'a', after: null}),
    ];
    expect(calls).toHaveLength(3);
  });
});

describe('Admin API calls', () => {
  test('make products on a standard plan with at least 95 % of its points and without a single THROTTLED', async () => {
    const before = store.time.now().getTime();
    const numbers = Array.from({length: 300}, (_, index) => index);
    const waiting = numbers.values();
    const worker = async () => {
      for (const number of waiting) expect((await create(number)).kind).toBe('set');
    };
    await during(Promise.all(Array.from({length: 8}, worker)));
    const seconds = (store.time.now().getTime() - before) / 1000;
    const used = graphql().reduce((sum, {cost}) => sum + cost, 0);
    expect(store.control.products()).toHaveLength(300);
    expect(graphql().filter(({outcome}) => outcome === 'throttled')).toEqual([]);
    // A full bucket of 2,000 points, then 100 a second.
    expect(used).toBeGreaterThan(4_000);
    expect(used / (2_000 + seconds * 100)).toBeGreaterThanOrEqual(0.95);
  });

  test('wait for THROTTLED as long as it takes, and it is no failure, not even for what may not be repeated', async () => {
    store.misbehave({fault: 'throttle', times: 7});
    const order = store.control.placeOrder({country: 'DE', lines: [{variantId: null, title: 'Mug'}]});
    await expect(during(ask(tag, {id: order.id}))).resolves.toBeDefined();
    expect(graphql().filter(({outcome}) => outcome === 'throttled')).toHaveLength(7);
  });

  test('are repeated after a 502 where that does no harm, and only there', async () => {
    store.misbehave({fault: 'status', status: 502, times: 2});
    await expect(during(ask())).resolves.toBeDefined();
    store.misbehave({fault: 'status', status: 502, times: 1});
    await expect(during(ask(tag, {id: 'gid://shopify/Order/1'}))).rejects.toMatchObject({
      kind: 'unavailable',
      sent: true,
      status: 502,
    });
  });

  test('wait as many seconds as a 429 says', async () => {
    const before = store.time.now().getTime();
    store.misbehave({fault: 'status', status: 429, retryAfterSeconds: 17, times: 1});
    await during(ask());
    expect(store.time.now().getTime() - before).toBeGreaterThanOrEqual(17_000);
  });

  test('give up on a store that stays away, naming operation and reason', async () => {
    store.misbehave({fault: 'status', status: 503});
    const failure = await during(ask()).catch((error: unknown) => error);
    expect(failure).toMatchObject({remote: 'shopify', kind: 'unavailable', message: 'Shopify, ShopId: answered 503.'});
    expect(graphql()).toHaveLength(5);
  });

  test('whose answer was lost are sent again: productSet by listing key makes one product', async () => {
    store.misbehave({fault: 'cut', at: 'after', times: 1});
    expect((await during(create(1))).kind).toBe('set');
    expect(store.control.products()).toHaveLength(1);
    expect(store.control.writes()).toBe(2);
  });

  test.each([
    [402, 'frozen'],
    [403, 'may not'],
    [404, 'does not exist'],
    [423, 'locked'],
  ])('are refused for good on %i, in words', async (status, words) => {
    store.misbehave({fault: 'status', status});
    await expect(during(ask())).rejects.toMatchObject({
      kind: 'refused',
      status,
      message: expect.stringContaining(words),
    });
    expect(graphql()).toHaveLength(1);
  });

  test('with a dead token get another one and go through', async () => {
    store.misbehave({fault: 'unauthorised', times: 1});
    await expect(during(ask())).resolves.toBeDefined();
    expect(store.issued()).toBe(2);
  });

  test('after all tokens died say that the merchant has to open the app again', async () => {
    store.revokeAll();
    await expect(during(ask())).rejects.toMatchObject({
      kind: 'unauthorised',
      message: expect.stringContaining('open the app again'),
    });
  });

  test('whose answer has another shape than asked for are unreadable, with the place', async () => {
    const Wrong = z.object({shop: z.object({id: z.number()})});
    await expect(during(store.admin.call(store.shop, {...shopId, answer: Wrong}, {}))).rejects.toMatchObject({
      kind: 'malformed',
      message: expect.stringContaining('shop.id'),
    });
  });

  test('that the schema does not allow are refused with what Shopify said', async () => {
    const nonsense = {...shopId, document: 'query Nonsense { shop { nothing } }'};
    await expect(during(ask(nonsense))).rejects.toMatchObject({
      kind: 'refused',
      remoteMessage: expect.stringContaining('nothing'),
    });
  });

  test('end at once when their caller gives up, also while they wait for points or a second try', async () => {
    store.misbehave({fault: 'status', status: 503});
    const caller = new AbortController();
    const call = store.admin.call(store.shop, shopId, {}, caller.signal);
    setImmediate(() => caller.abort(new Error('the run was stopped')));
    await expect(call).rejects.toThrow('the run was stopped');
  });

  test('read the store’s own facts', async () => {
    expect(await during(fetchShopFacts(store.admin, store.shop))).toMatchObject({
      currency: 'EUR',
      taxesIncluded: true,
      timeZone: 'Europe/Berlin',
      country: 'DE',
      scopes: expect.stringContaining('write_products'),
      shipsToCountries: expect.arrayContaining(['DE', 'JP']),
    });
  });
});
