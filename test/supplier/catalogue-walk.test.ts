import {afterAll, afterEach, beforeAll, expect, test, vi} from 'vitest';
import {Failure} from '../../server/domain/failure.ts';
import {type CatalogueOptions, type CataloguePage, fetchCataloguePages} from '../../server/supplier/catalogue.ts';
import {type Misbehaviour, type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';
import {clientOn, type TestClient, thrownBy} from './client-on.ts';

let supplier: SupplierSandbox;
let key: string;
let on: TestClient;
let stop: () => void = () => undefined;

beforeAll(async () => {
  supplier = await startSupplier({articles: 950});
  key = supplier.issueKey('catalogue');
  on = clientOn(supplier.url);
});

afterEach(() => stop());

afterAll(async () => {
  await on.client.close();
  await supplier.close();
});

function misbehave(rule: Misbehaviour): void {
  stop = supplier.misbehave(rule);
}

async function walk(options: CatalogueOptions = {}): Promise<CataloguePage[]> {
  const pages: CataloguePage[] = [];
  for await (const page of fetchCataloguePages(on.client, key, options)) pages.push(page);
  return pages;
}

const idsOf = (pages: readonly CataloguePage[]): string[] => pages.flatMap(({articles}) => articles.map(({id}) => id));

test('every article of the catalogue is seen once, 200 to a page', async () => {
  const pages = await walk();
  expect(pages.map((page) => [page.page, page.pages, page.total])).toEqual([1, 2, 3, 4, 5].map((n) => [n, 5, 950]));
  expect(idsOf(pages).toSorted()).toEqual(supplier.catalogue.ids().toSorted());
  expect(pages.flatMap(({unreadable}) => unreadable)).toEqual([]);
});

test('while a page is worked on the next one is on its way, and no further one; a walk given up takes it back', async () => {
  const asked = () => supplier.requestCount('catalogue', 'products');
  const before = asked();
  misbehave({a: 'products', page: 2, does: {kind: 'hang'}});
  const pages = fetchCataloguePages(on.client, key);
  await pages.next();
  await vi.waitFor(() => expect(asked() - before).toBe(2), {timeout: 10_000});
  const begun = performance.now();
  await pages.return(undefined);
  // Waits for whatever is under way, which would be the two seconds until that page times out.
  await on.client.close();
  expect(performance.now() - begun).toBeLessThan(1_000);
  expect(asked() - before).toBe(2);
  on = clientOn(supplier.url);
});

test('prices, text and images arrive as the supplier has them', async () => {
  const pages = await walk();
  const seen = new Map(pages.flatMap(({articles}) => articles.map((article) => [String(article.id), article])));
  for (const raw of supplier.catalogue.all()) {
    const article = seen.get(raw.id);
    expect(article?.tiers.map(({price}) => price)).toEqual(raw.price_tiers.map(({price}) => Math.round(price * 100)));
    expect(article).toMatchObject({sku: raw.sku, brand: raw.brand, name: raw.name, moq: raw.moq, colours: raw.colours});
    expect(article?.images).toEqual(raw.images);
    expect(article?.addedAt === null).toBe(raw.added_at === '');
  }
});

test('brand, category and date narrow the walk', async () => {
  const [one] = supplier.catalogue.all().filter(({added_at}) => added_at !== '');
  const brand = await walk({brand: one?.brand.toUpperCase()});
  expect(brand[0]?.articles.every((article) => article.brand === one?.brand)).toBe(true);
  const category = await walk({category: one?.category});
  expect(category[0]?.articles.every((article) => article.category === one?.category)).toBe(true);
  const since = new Date(one?.added_at ?? 0);
  const recent = await walk({since});
  expect(idsOf(recent)).toContain(one?.id);
  expect(
    recent.flatMap(({articles}) => articles).every(({addedAt}) => Date.parse(addedAt ?? '') >= since.getTime()),
  ).toBe(true);
});

test('a catalogue in which nothing matches is one empty page', async () => {
  expect(await walk({brand: 'no such brand'})).toMatchObject([
    {page: 1, pages: 0, total: 0, articles: [], unreadable: [], known: []},
  ]);
});

const endings: [string, Misbehaviour['does'], string][] = [
  ['an error that stays', {kind: 'status', status: 500}, 'unavailable'],
  ['a truncated page', {kind: 'answer', as: 'truncated'}, 'malformed'],
  ['an empty list in place of a page', {kind: 'answer', as: 'array'}, 'malformed'],
  ['a web page', {kind: 'answer', as: 'html'}, 'malformed'],
  ['nothing', {kind: 'answer', as: 'empty'}, 'malformed'],
  ['null', {kind: 'answer', as: 'null'}, 'malformed'],
  ['10,000 levels of nesting', {kind: 'answer', as: 'deep'}, 'malformed'],
  ['the page before it once more', {kind: 'envelope', patch: {page: 2}}, 'malformed'],
  ['a page that leads back', {kind: 'envelope', patch: {next_page: 1}}, 'malformed'],
  ['a page that leads to itself', {kind: 'envelope', patch: {next_page: 3}}, 'malformed'],
  ['a page that leads past the end', {kind: 'envelope', patch: {next_page: 6}}, 'malformed'],
  ['a page without next_page', {kind: 'envelope', patch: {next_page: undefined}}, 'malformed'],
  ['a page that is not ok', {kind: 'envelope', patch: {ok: 'true'}}, 'malformed'],
  ['items that are no list', {kind: 'envelope', patch: {items: {}}}, 'malformed'],
  ['a refusal', {kind: 'answer', as: 'ok-false'}, 'refused'],
  ['a key revoked in mid-walk', {kind: 'revoke-key'}, 'unauthorised'],
];
test.each(endings)('%s on page 3 ends the walk', async (_, does, kind) => {
  const own = supplier.issueKey('catalogue');
  misbehave({a: 'products', page: 3, does});
  const seen: number[] = [];
  const failure = await thrownBy(
    (async () => {
      for await (const {page} of fetchCataloguePages(on.client, own)) seen.push(page);
    })(),
  );
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({
    kind,
    remote: 'supplier',
    message: expect.stringContaining('a=products at /api/catalog'),
  });
  expect(seen.slice(0, 2)).toEqual([1, 2]);
  expect(seen).not.toContain(4);
});

test('a page that leads beyond 10,000 pages ends the walk, however many there are said to be', async () => {
  misbehave({a: 'products', page: 3, does: {kind: 'envelope', patch: {pages: 20_000, next_page: 10_001}}});
  const ended = await walk().then(() => 'at its end', String);
  expect(ended).toContain('is followed by page 10001');
});

test('a page handed out twice under two numbers ends the walk', async () => {
  const [first] = await walk();
  const page = {
    ok: true,
    page: 1,
    per_page: 200,
    pages: 9,
    total: 1_800,
    next_page: 2,
    items: [{id: first?.articles[0]?.id}],
  };
  misbehave({a: 'products', page: 1, does: {kind: 'say', text: JSON.stringify(page)}});
  const stopSecond = supplier.misbehave({
    a: 'products',
    page: 2,
    does: {kind: 'say', text: JSON.stringify({...page, page: 2, next_page: 3})},
  });
  expect(await thrownBy(walk())).toMatchObject({kind: 'malformed', message: expect.stringContaining('repeats')});
  stopSecond();
});

test('figures given as text are read', async () => {
  misbehave({a: 'products', page: 1, does: {kind: 'envelope', patch: {page: '1', total: '950', next_page: '2'}}});
  expect(idsOf(await walk())).toHaveLength(950);
});

test('a byte order mark before the page is no harm', async () => {
  misbehave({a: 'products', page: 1, does: {kind: 'answer', as: 'byte-order-mark'}});
  expect(idsOf(await walk())).toHaveLength(950);
});

test('one bad article stops nothing and is named with its reason', async () => {
  const [newest] = (await walk())[0]?.articles ?? [];
  misbehave({a: 'products', page: 1, does: {kind: 'entries', fault: 'text-price'}});
  const pages = await walk();
  expect(idsOf(pages)).toHaveLength(949);
  expect(pages[0]?.unreadable).toEqual([
    {id: newest?.id, reason: 'Its price_tiers hold a price that is not a number.'},
  ]);
});

test('a walk that is given up stops asking', async () => {
  const stopping = new AbortController();
  const before = supplier.requestCount('catalogue', 'products');
  const failure = await thrownBy(
    (async () => {
      for await (const {page} of fetchCataloguePages(on.client, key, {signal: stopping.signal})) {
        if (page === 2) stopping.abort(new Error('The app is stopping.'));
      }
    })(),
  );
  expect(failure).toEqual(new Error('The app is stopping.'));
  expect(supplier.requestCount('catalogue', 'products') - before).toBe(2);
});

test('an article that comes twice on a page is handed on twice; more than were asked for are no page', async () => {
  misbehave({a: 'products', page: 1, does: {kind: 'entries', fault: 'repeat', at: 199}});
  const over = await thrownBy(walk());
  // 201 entries are more than were asked for.
  expect(over).toMatchObject({kind: 'malformed', message: expect.stringContaining('more than the 200')});
  stop();
  const places = Array.from({length: 50}, (_, place) => place);
  misbehave({a: 'products', page: 5, does: {kind: 'entries', fault: 'repeat', at: places}});
  const pages = await walk();
  expect(idsOf(pages)).toHaveLength(950 + 50);
  expect(new Set(idsOf(pages)).size).toBe(950);
});

test('of a name that comes twice in one object the last counts, on the page and in an article, and quickly', async () => {
  const [first] = supplier.catalogue.all();
  const article = JSON.stringify({...first, id: 'A-2', name: 'second'}).slice(1);
  const many = '"name":"x",'.repeat(50_000);
  const items = `[{"id":"A-1","name":"first","__proto__":{"id":"evil"},${many}${article}]`;
  const text = `{"ok":false,"ok":true,"page":7,"page":1,"pages":1,"total":1,"next_page":2,"next_page":null,"items":[],"items":${items}}`;
  misbehave({a: 'products', does: {kind: 'say', type: 'application/json', text}});
  const began = performance.now();
  const pages = await walk();
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(pages).toMatchObject([{page: 1, pages: 1, articles: [{id: 'A-2', name: 'second'}], unreadable: []}]);
  expect(Reflect.get({}, 'id')).toBeUndefined();
});
