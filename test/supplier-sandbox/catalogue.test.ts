import {expect, test} from 'vitest';
import {ask, bearer, pageSchema, visit} from './visitor.ts';

test('a page is the envelope of the document with product objects, a hundred per page by default', async () => {
  await using visitor = await visit({articles: 250});
  const {status, headers, json} = await visitor.catalogue('a=products');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  const page = pageSchema.parse(json);
  expect(page).toMatchObject({page: 1, per_page: 100, pages: 3, total: 250, next_page: 2});
  expect(page.items).toHaveLength(100);
});

test('a client that walks until next_page is null sees every article once', async () => {
  await using visitor = await visit({articles: 250});
  const seen: string[] = [];
  let next: number | null = 1;
  while (next !== null) {
    const page = pageSchema.parse((await visitor.catalogue(`a=products&per=60&page=${next}`)).json);
    expect(page).toMatchObject({page: next, per_page: 60, pages: 5, total: 250});
    seen.push(...page.items.map(({id}) => id));
    next = page.next_page;
  }
  expect(new Set(seen).size).toBe(250);
  expect(seen).toEqual(visitor.supplier.catalogue.ids());
});

test('per goes from 1 to 200', async () => {
  await using visitor = await visit({articles: 210});
  expect(pageSchema.parse((await visitor.catalogue('a=products&per=200')).json).items).toHaveLength(200);
  expect(pageSchema.parse((await visitor.catalogue('a=products&per=1')).json).items).toHaveLength(1);
});

test.each(['per=0', 'per=201', 'per=-1', 'per=ten', 'per=1.5', 'page=0', 'page=-2', 'page=x', 'since=soon'])(
  'an invalid parameter is refused with a 400 that names it: %s',
  async (parameter) => {
    await using visitor = await visit();
    const {status, json} = await visitor.catalogue(`a=products&${parameter}`);
    expect(status).toBe(400);
    expect(json).toEqual({ok: false, error: `invalid_${parameter.split('=')[0]}`});
  },
);

test('past the last page there is nothing and no next page', async () => {
  await using visitor = await visit({articles: 10});
  const page = pageSchema.parse((await visitor.catalogue('a=products&page=7')).json);
  expect(page).toMatchObject({page: 7, pages: 1, total: 10, next_page: null, items: []});
});

test('brand and category are exact names, whatever their case, and combine', async () => {
  await using visitor = await visit({articles: 600});
  const all = visitor.supplier.catalogue.all();
  const brand = 'Valdoré';
  const ofBrand = all.filter((article) => article.brand === brand);
  const category = ofBrand[0]?.category ?? '';
  const both = ofBrand.filter((article) => article.category === category);
  expect(ofBrand.length).toBeGreaterThan(both.length);

  const query = async (text: string) => pageSchema.parse((await visitor.catalogue(`a=products&${text}`)).json);
  expect((await query(`brand=${encodeURIComponent(brand)}`)).total).toBe(ofBrand.length);
  expect((await query(`brand=${encodeURIComponent('VALDORÉ')}`)).total).toBe(ofBrand.length);
  expect((await query(`brand=${encodeURIComponent('Valdor')}`)).total).toBe(0);
  const byCategory = await query(`cat=${encodeURIComponent(category.toUpperCase())}`);
  expect(byCategory.total).toBe(all.filter((article) => article.category === category).length);
  const narrowed = await query(`brand=${encodeURIComponent(brand)}&cat=${encodeURIComponent(category.toLowerCase())}`);
  expect(narrowed.items.map(({id}) => id)).toEqual(both.map(({id}) => id));
});

test('since shows what was added on or after it, in any date format, and never an article without a date', async () => {
  await using visitor = await visit({articles: 40});
  const {catalogue} = visitor.supplier;
  for (const id of catalogue.ids()) catalogue.change(id, {added_at: ''});
  const added = (at: string) => catalogue.add({added_at: at}).id;
  const older = added('2026-10-31T23:59:59+00:00');
  const first = added('2026-11-01T00:00:00+00:00');
  const later = added('2026-11-03T08:00:00+02:00');
  const since = async (text: string) =>
    pageSchema
      .parse((await visitor.catalogue(`a=products&since=${encodeURIComponent(text)}`)).json)
      .items.map(({id}) => id);

  const days = ['2026-11-01', '20261101', '2026/11/01', '1 Nov 2026', 'November 1, 2026', '01.11.2026', '@1793491200'];
  const moments = [
    '2026-11-01T00:00:00Z',
    '2026-11-01T01:00:00+01:00',
    '2026-11-01 00:00',
    'Sun, 01 Nov 2026 00:00:00 GMT',
  ];
  for (const text of [...days, ...moments]) expect(await since(text), text).toEqual([later, first]);
  expect(await since('2026-11-01T00:00:01Z')).toEqual([later]);
  expect(await since('2026-11-04')).toEqual([]);
  expect(await since('1999-01-01')).toEqual([later, first, older]);
});

test('a single product comes under item, an unknown id is a 404', async () => {
  await using visitor = await visit();
  for (const id of visitor.supplier.catalogue.ids().slice(-3)) {
    const {status, json} = await visitor.catalogue(`a=product&id=${encodeURIComponent(id)}`);
    expect(status).toBe(200);
    expect(json).toEqual({ok: true, item: visitor.supplier.catalogue.get(id)});
  }
  for (const id of ['9', 'L9-Z', '', '__proto__', '0100000']) {
    expect((await visitor.catalogue(`a=product&id=${id}`)).status).toBe(404);
  }
});

test('brands names every brand with its count, and each name is a valid brand filter', async () => {
  await using visitor = await visit({articles: 300});
  const {json} = await visitor.catalogue('a=brands');
  const counts = new Map<string, number>();
  for (const {brand} of visitor.supplier.catalogue.all()) counts.set(brand, (counts.get(brand) ?? 0) + 1);
  expect(json).toEqual({ok: true, brands: expect.any(Array)});
  const brands = [...counts].map(([name, count]) => ({name, count}));
  expect(json).toEqual({ok: true, brands: brands.toSorted((one, other) => (one.name < other.name ? -1 : 1))});
  for (const {name, count} of brands.slice(0, 5)) {
    const page = await visitor.catalogue(`a=products&brand=${encodeURIComponent(name)}`);
    expect(page.json).toMatchObject({total: count});
  }
});

test('whoami reports the partner, the field list and what is unavailable', async () => {
  await using visitor = await visit();
  const key = visitor.supplier.issueKey('catalogue', 'Modehaus Anders');
  const {json} = await ask(`${visitor.supplier.url}/api/catalog?a=whoami`, {headers: bearer(key)});
  const [article] = visitor.supplier.catalogue.all();
  expect(json).toEqual({
    ok: true,
    partner: 'Modehaus Anders',
    fields: Object.keys(article ?? {}),
    notes: [expect.stringMatching(/stock/i), expect.stringMatching(/barcode/i)],
  });
});

test('the feed has no stock and no barcode', async () => {
  await using visitor = await visit({articles: 200});
  const {json, text} = await visitor.catalogue('a=products&per=200');
  for (const {stock} of pageSchema.parse(json).items) expect(stock).toMatchObject({tracked: false, quantity: null});
  expect(text).not.toMatch(/"(ean|gtin|barcode|upc)"/i);
});

test('every answer is JSON that may be kept privately for a minute, refusals too', async () => {
  await using visitor = await visit();
  const answers = await Promise.all([
    ...['a=products', 'a=product&id=none', 'a=brands', 'a=whoami', 'a=nothing', 'per=5'].map(visitor.catalogue),
    ...['a=list', 'a=stock&id=none', 'a=order'].map(visitor.dropship),
    ask(`${visitor.supplier.url}/api/catalog?a=products`),
    ask(`${visitor.supplier.url}/elsewhere`),
  ]);
  for (const {headers, json} of answers) {
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect(json).toBeDefined();
  }
  expect(answers.map(({status}) => status)).toEqual([200, 404, 200, 200, 400, 400, 200, 404, 405, 401, 404]);
});
