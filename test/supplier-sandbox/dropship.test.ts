import {expect, test} from 'vitest';
import {resolveZone} from '../sandbox/supplier/orders/zones.ts';
import {anyListed, ask, goodOrder, listSchema, orderedSchema, visit} from './visitor.ts';

test('list holds everything buyable, without the excluded brands and the boxershorts', async () => {
  await using visitor = await visit({articles: 600});
  const {catalogue, excludedBrands} = visitor.supplier;
  const {items} = listSchema.parse((await visitor.dropship('a=list')).json);
  const listed = new Set(items.map(({id}) => id));
  const left = catalogue.all().filter(({id}) => !listed.has(id));
  const expected = catalogue
    .all()
    .filter(
      ({brand, category, price_tiers}) =>
        excludedBrands.includes(brand) || category === 'Boxershorts' || price_tiers.length === 0,
    );
  expect(left.map(({id}) => id)).toEqual(expected.map(({id}) => id));
  for (const brand of excludedBrands) expect(left.some((article) => article.brand === brand)).toBe(true);
  expect(left.some(({category}) => category === 'Boxershorts')).toBe(true);
  expect(left.some(({price_tiers}) => price_tiers.length === 0)).toBe(true);
});

test('an article may be listed no longer while the catalogue still shows it, and may come back', async () => {
  await using visitor = await visit();
  const id = anyListed(visitor.supplier);
  const isListed = async () =>
    listSchema.parse((await visitor.dropship('a=list')).json).items.some((item) => item.id === id);
  expect(await isListed()).toBe(true);
  visitor.supplier.catalogue.withdraw(id);
  expect(await isListed()).toBe(false);
  expect((await visitor.catalogue(`a=product&id=${id}`)).status).toBe(200);
  expect((await visitor.dropship(`a=stock&id=${id}`)).status).toBe(404);
  visitor.supplier.catalogue.restore(id);
  expect(await isListed()).toBe(true);
});

test.each([
  {tiers: [{min_qty: 1, price: 10.41}], price: 12.49},
  {
    tiers: [
      {min_qty: 6, price: 9.99},
      {min_qty: 60, price: 5},
    ],
    price: 11.99,
  },
  {tiers: [{min_qty: 1, price: 10.125}], price: 12.15},
  {tiers: [{min_qty: 1, price: 1.0125}], price: 1.22},
  {tiers: [{min_qty: 1, price: 1.1125}], price: 1.34},
])('the dropship price is the smallest tier and 20 %, rounded half up to the cent: $price', async ({tiers, price}) => {
  await using visitor = await visit();
  const id = anyListed(visitor.supplier);
  expect((await visitor.dropship('a=list')).json).not.toMatchObject({items: expect.arrayContaining([{id, price}])});
  visitor.supplier.catalogue.change(id, {price_tiers: tiers});
  expect((await visitor.dropship(`a=stock&id=${id}`)).json).toMatchObject({price});
  expect((await visitor.dropship('a=list')).json).toMatchObject({items: expect.arrayContaining([{id, price}])});
});

test('stock answers with the fields of the document and three zones', async () => {
  await using visitor = await visit({stockZones: ['EU', 'JP', 'CA']});
  const id = anyListed(visitor.supplier);
  visitor.supplier.catalogue.setStock(id, {colours: ['black', 'Navy / White'], sizes: ['S', 'M'], price: 19.9});
  const {status, json} = await visitor.dropship(`a=stock&id=${id}`);
  expect(status).toBe(200);
  expect(json).toEqual({
    price: 19.9,
    stock_tracked: false,
    colours: ['black', 'Navy / White'],
    sizes: ['S', 'M'],
    shipping: {
      EU: {label: 'European Union', fee: 16, transit_working_days: '5–7'},
      JP: {label: 'Japan', fee: 30, transit_working_days: '7–14'},
      CA: {label: 'Canada', fee: 35, transit_working_days: '5–10'},
    },
  });
  expect((await visitor.dropship('a=stock&id=none')).status).toBe(404);
});

test('the stock zones are three, no fewer and none twice', async () => {
  await expect(visit({stockZones: ['EU', 'GB']})).rejects.toThrow('three shipping zones');
  await expect(visit({stockZones: ['EU', 'GB', 'GB']})).rejects.toThrow('three shipping zones');
});

test('an order is accepted with ref, checkout link and the reference echoed, and charged one fee', async () => {
  const now = Date.UTC(2026, 10, 20, 12);
  await using visitor = await visit({now: () => now});
  const wanted = {...goodOrder(visitor.supplier), qty: 3, zone: 'JP', country: 'JP'};
  const {catalogue} = visitor.supplier;
  catalogue.setStock(wanted.id, {price: 20.5});
  const {status, json} = await visitor.order(wanted);
  expect(status).toBe(200);
  const {ref, checkout_url} = orderedSchema.parse(json);
  expect(json).toEqual({ok: true, ref, checkout_url, reference: wanted.reference});
  expect(visitor.supplier.orders()).toEqual([
    {
      ref,
      reference: 'shop-1001-1',
      articleId: wanted.id,
      colour: wanted.colour,
      size: wanted.size,
      qty: 3,
      zone: 'JP',
      country: 'JP',
      customerEmail: 'anna@customer.example',
      customerName: 'Anna Muster',
      priceCents: 2050,
      feeCents: 3000,
      totalCents: 9150,
      state: 'awaiting_payment',
      deliveredTo: null,
      refundedCents: 0,
      checkoutUrl: checkout_url,
      at: now,
    },
  ]);
});

/** Interface document, "Shipping zones", copied from there and not from the stand-in's own table. */
const shippingZones = [
  ['EU', 1600, '5–7'],
  ['GB', 3000, '5–10'],
  ['US', 3000, '5–10'],
  ['JP', 3000, '7–14'],
  ['SG', 3000, '7–14'],
  ['AE', 3000, '5–8'],
  ['SA', 3000, '5–8'],
  ['QA', 3000, '5–8'],
  ['AU', 3500, '7–14'],
  ['CA', 3500, '5–10'],
  ['KR', 3500, '7–14'],
] as const;

test.each(shippingZones)('a=stock says what zone %s costs and how long it takes', async (zone, feeCents, transit) => {
  const others = shippingZones.flatMap(([code]) => (code === zone ? [] : [code]));
  await using visitor = await visit({stockZones: [zone, ...others.slice(0, 2)]});
  const {json} = await visitor.dropship(`a=stock&id=${anyListed(visitor.supplier)}`);
  const expected = {fee: feeCents / 100, transit_working_days: transit};
  expect(json).toMatchObject({shipping: {[zone]: expected}});
});

test.each(shippingZones)('zone %s costs %i cents of shipping', async (zone, feeCents) => {
  await using visitor = await visit();
  await visitor.order({...goodOrder(visitor.supplier), zone});
  expect(visitor.supplier.orders()).toMatchObject([{zone, feeCents}]);
});

test.each([
  {rule: 1, zone: 'EU', country: 'US', expected: 'EU'},
  {rule: 1, zone: 'GB', country: 'DE', expected: 'GB'},
  {rule: 2, zone: undefined, country: 'JP', expected: 'JP'},
  {rule: 2, zone: 'NO', country: 'GB', expected: 'GB'},
  {rule: 2, zone: 'DE', country: 'KR', expected: 'KR'},
  {rule: 3, zone: undefined, country: 'DE', expected: 'EU'},
  {rule: 3, zone: undefined, country: 'NO', expected: 'EU'},
  {rule: 3, zone: 'DE', country: 'DE', expected: 'EU'},
  {rule: 3, zone: 'gb', country: 'jp', expected: 'EU'},
  {rule: 3, zone: undefined, country: undefined, expected: 'EU'},
  {rule: 3, zone: 'toString', country: '__proto__', expected: 'EU'},
])('zone rule $rule: zone $zone and country $country make $expected', ({zone, country, expected}) => {
  expect(resolveZone(zone, country)).toBe(expected);
});

test('a zone or country of the wrong kind falls back to EU like any other case', async () => {
  await using visitor = await visit();
  expect((await visitor.order({...goodOrder(visitor.supplier), zone: 7, country: null})).status).toBe(200);
  expect(visitor.supplier.orders()).toMatchObject([{zone: 'EU', country: null}]);
});

test('where the listing states no colours and sizes any text will do', async () => {
  await using visitor = await visit();
  const id = anyListed(visitor.supplier);
  visitor.supplier.catalogue.setStock(id, {colours: [], sizes: []});
  const {status} = await visitor.order({...goodOrder(visitor.supplier, id), colour: 'as pictured', size: '38 (tall)'});
  expect(status).toBe(200);
});

test.each([
  {flaw: {id: 'nobody'}, status: 404, error: 'not_found'},
  {flaw: {id: 100_000}, status: 422, error: 'invalid_id'},
  {flaw: {colour: 'plaid'}, status: 422, error: 'invalid_colour'},
  {flaw: {size: 'XXXXL'}, status: 422, error: 'invalid_size'},
  {flaw: {size: undefined}, status: 422, error: 'invalid_size'},
  {flaw: {qty: 0}, status: 422, error: 'invalid_qty'},
  {flaw: {qty: 1.5}, status: 422, error: 'invalid_qty'},
  {flaw: {qty: '1'}, status: 422, error: 'invalid_qty'},
  {flaw: {reference: ''}, status: 422, error: 'invalid_reference'},
  {flaw: {customer_email: undefined}, status: 422, error: 'invalid_customer_email'},
  {flaw: {customer_email: 'nobody'}, status: 422, error: 'invalid_customer_email'},
  {flaw: {customer_name: ' '}, status: 422, error: 'invalid_customer_name'},
])('an order is refused and not kept: $flaw', async ({flaw, status, error}) => {
  await using visitor = await visit();
  const id = anyListed(visitor.supplier);
  visitor.supplier.catalogue.setStock(id, {colours: ['black'], sizes: ['M']});
  const answer = await visitor.order({...goodOrder(visitor.supplier, id), ...flaw});
  expect(answer).toMatchObject({status, json: {ok: false, error}});
  expect(visitor.supplier.orders()).toEqual([]);
  expect(visitor.supplier.orderRequests()).toBe(1);
});

test('an article that is not in the list cannot be ordered', async () => {
  await using visitor = await visit();
  const wanted = goodOrder(visitor.supplier);
  visitor.supplier.catalogue.withdraw(wanted.id);
  expect(await visitor.order(wanted)).toMatchObject({status: 422, json: {ok: false, error: 'not_available'}});
  expect(visitor.supplier.orders()).toEqual([]);
});

test('a body that is no JSON, or far too long, is refused', async () => {
  await using visitor = await visit();
  expect(await visitor.order('{"id":')).toMatchObject({status: 400, json: {error: 'invalid_json'}});
  expect(await visitor.order('[]')).toMatchObject({status: 422, json: {error: 'invalid_body'}});
  expect(await visitor.order('x'.repeat(70_000))).toMatchObject({status: 413, json: {error: 'too_large'}});
  expect(visitor.supplier.orderRequests()).toBe(3);
});

test('the same reference twice makes a second order, unless the service is set to refuse or to repeat itself', async () => {
  const twice = async (repeatedReference: 'second-order' | 'refuse' | 'same-order') => {
    await using visitor = await visit({repeatedReference});
    const wanted = goodOrder(visitor.supplier);
    const answers = [await visitor.order(wanted), await visitor.order(wanted)];
    const [first, second] = answers.map(({json}) => json);
    return {
      statuses: answers.map(({status}) => status),
      same: JSON.stringify(first) === JSON.stringify(second),
      kept: visitor.supplier.orders().length,
    };
  };
  expect(await twice('second-order')).toEqual({statuses: [200, 200], same: false, kept: 2});
  expect(await twice('refuse')).toEqual({statuses: [200, 409], same: false, kept: 1});
  expect(await twice('same-order')).toEqual({statuses: [200, 200], same: true, kept: 1});
});

test('operations want their own method', async () => {
  await using visitor = await visit();
  const {supplier, keys} = visitor;
  const headers = {authorization: `Bearer ${keys.dropship}`};
  expect((await visitor.dropship('a=order')).headers.get('allow')).toBe('POST');
  expect((await ask(`${supplier.url}/api/dropship?a=list`, {method: 'POST', headers})).status).toBe(405);
  expect(supplier.orderRequests()).toBe(0);
});

test('what a=stock says of an unlisted article is a setting', async () => {
  await using visitor = await visit({unlistedStock: 'answered'});
  const id = anyListed(visitor.supplier);
  visitor.supplier.catalogue.withdraw(id);
  expect((await visitor.dropship(`a=stock&id=${id}`)).json).toMatchObject({stock_tracked: false});
});
