import {expect, test} from 'vitest';
import {EU_MEMBERS} from '../sandbox/supplier/orders/zones.ts';
import {ask, goodOrder, orderedSchema, type Visitor, visit} from './visitor.ts';

async function placed(visitor: Visitor, zone = 'EU') {
  const {json} = await visitor.order({...goodOrder(visitor.supplier), zone, country: undefined});
  return orderedSchema.parse(json);
}

const anna = {name: 'Anna Muster', street: 'Ring 1', postcode: '10115', city: 'Berlin'};

const pay = (url: string, country: string, lines: Readonly<Record<string, string>> = anna) =>
  ask(url, {method: 'POST', body: new URLSearchParams({...lines, country})});

test('the checkout link opens a page with the order, its reference and the total', async () => {
  await using visitor = await visit();
  const {ref, checkout_url} = await placed(visitor);
  const page = await ask(checkout_url);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  const [order] = visitor.supplier.orders();
  for (const text of [ref, 'shop-1001-1', ((order?.totalCents ?? 0) / 100).toFixed(2)])
    expect(page.text).toContain(text);
});

test('what partners write is shown as text', async () => {
  await using visitor = await visit();
  const {json} = await visitor.order({...goodOrder(visitor.supplier), reference: '<script>1</script>'});
  const page = await ask(orderedSchema.parse(json).checkout_url);
  expect(page.text).toContain('&lt;script&gt;');
  expect(page.text).not.toContain('<script>');
});

test('the link cannot be guessed from the ref', async () => {
  await using visitor = await visit();
  const {ref, checkout_url} = await placed(visitor);
  expect((await ask(checkout_url.replace(/session=.*/, 'session=x'))).status).toBe(404);
  expect((await ask(`${visitor.supplier.url}/checkout/${ref}`)).status).toBe(404);
  expect((await ask(`${visitor.supplier.url}/checkout/DS-9?session=`)).status).toBe(404);
});

test.each(['GB', 'US', 'JP', 'SG', 'AE', 'SA', 'QA', 'AU', 'CA', 'KR'])(
  'a session of zone %s takes addresses of that country only',
  async (zone) => {
    await using visitor = await visit();
    const {checkout_url} = await placed(visitor, zone);
    for (const country of ['DE', 'NO', 'EU', '']) expect((await pay(checkout_url, country)).status).toBe(422);
    expect(visitor.supplier.orders()).toMatchObject([{state: 'awaiting_payment', deliveredTo: null}]);
    expect((await pay(checkout_url, zone)).status).toBe(200);
    expect(visitor.supplier.orders()).toMatchObject([{state: 'paid', deliveredTo: {...anna, country: zone}}]);
  },
);

test.each(Object.keys(anna))(
  'an address without %s pays nothing, and the session takes a whole one afterwards',
  async (line) => {
    await using visitor = await visit();
    const {checkout_url} = await placed(visitor);
    const {[line]: _left, ...rest} = Object.fromEntries(Object.entries(anna));
    for (const lines of [rest, {...rest, [line]: ''}, {...rest, [line]: '  '}]) {
      const answer = await pay(checkout_url, 'DE', lines);
      expect(answer.status).toBe(422);
      expect(answer.text).toContain('Name, street, postcode and city are needed.');
    }
    expect(visitor.supplier.orders()).toMatchObject([{state: 'awaiting_payment', deliveredTo: null}]);
    expect((await ask(checkout_url)).text).toContain(`<input name="${line}" required>`);
    expect((await pay(checkout_url, 'DE')).status).toBe(200);
    expect(visitor.supplier.orders()).toMatchObject([{state: 'paid', deliveredTo: {...anna, country: 'DE'}}]);
  },
);

test('a session of zone EU takes the 27 member states and no other country', async () => {
  await using visitor = await visit();
  expect(new Set(EU_MEMBERS).size).toBe(27);
  const {checkout_url} = await placed(visitor);
  for (const country of ['GB', 'NO', 'CH', 'US', 'MC', 'AX', 'IM', 'EU', 'de']) {
    expect((await pay(checkout_url, country)).status, country).toBe(422);
  }
  for (const country of EU_MEMBERS) {
    const session = await placed(visitor);
    expect((await pay(session.checkout_url, country)).status, country).toBe(200);
  }
});

test('a country outside the table falls back to EU and is refused at the session', async () => {
  await using visitor = await visit();
  const {json} = await visitor.order({...goodOrder(visitor.supplier), zone: undefined, country: 'NO'});
  expect(visitor.supplier.orders()).toMatchObject([{zone: 'EU', feeCents: 1600}]);
  expect((await pay(orderedSchema.parse(json).checkout_url, 'NO')).status).toBe(422);
});

test('an order is paid once', async () => {
  await using visitor = await visit();
  const {checkout_url} = await placed(visitor);
  await pay(checkout_url, 'DE');
  expect((await pay(checkout_url, 'FR')).status).toBe(409);
  expect(visitor.supplier.orders()).toMatchObject([{deliveredTo: {...anna, country: 'DE'}}]);
  expect((await ask(checkout_url)).text).toContain('This order is paid.');
});

test('a session may have an end', async () => {
  let now = 0;
  await using visitor = await visit({now: () => now, checkoutLivesMs: 60_000});
  const {checkout_url} = await placed(visitor);
  now = 59_999;
  expect((await ask(checkout_url)).status).toBe(200);
  now = 60_000;
  expect((await ask(checkout_url)).status).toBe(410);
  expect((await pay(checkout_url, 'DE')).status).toBe(410);
});

test('an article that cannot be supplied after all is refunded in full, shipping included', async () => {
  await using visitor = await visit();
  const {ref, checkout_url} = await placed(visitor, 'GB');
  await pay(checkout_url, 'GB');
  const [paid] = visitor.supplier.orders();
  expect(visitor.supplier.refund(ref)).toMatchObject({state: 'refunded', refundedCents: paid?.totalCents});
  expect((await ask(checkout_url)).text).toContain('refunded in full');
  expect(() => visitor.supplier.refund('DS-9')).toThrow('no order DS-9');
});

test('an order that was never paid has nothing to refund and takes no address any more', async () => {
  await using visitor = await visit();
  const {ref, checkout_url} = await placed(visitor);
  expect(visitor.supplier.refund(ref)).toMatchObject({state: 'refunded', refundedCents: 0});
  expect((await pay(checkout_url, 'DE')).status).toBe(409);
});

test("the supplier's own page shows ref, reference and state, and marks an article as not suppliable", async () => {
  await using visitor = await visit();
  const {ref} = await placed(visitor);
  const {url} = visitor.supplier;
  const before = (await ask(`${url}/`)).text;
  for (const text of [ref, 'shop-1001-1', 'awaiting_payment']) expect(before).toContain(text);
  expect((await ask(`${url}/orders/${ref}/refund`, {method: 'POST'})).status).toBe(303);
  expect((await ask(`${url}/`)).text).toContain('refunded');
  expect((await ask(`${url}/orders/DS-9/refund`, {method: 'POST'})).status).toBe(404);
});
