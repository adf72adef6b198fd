import {createHmac} from 'node:crypto';
import {describe, expect, test} from 'vitest';
import {readWebhook as readSigned, type WebhookCheck} from '../../server/shopify/auth/webhook.ts';
import {hasFormOfTopic} from '../../server/shopify/auth/webhook-forms.ts';
import {readWebhookHeaders} from '../../server/shopify/auth/webhook-headers.ts';
import {
  addressOfTopic,
  isComplianceTopic,
  type WebhookTopic,
  webhookTopics,
} from '../../server/shopify/auth/webhook-topics.ts';
import {webhookBody} from '../support/webhook-bodies.ts';

const store = 'demo.myshopify.com';
const app = {secrets: ['current secret', 'previous secret']};
const hugeOrder = 'gid://shopify/Order/820982911946154508';

type Given = {readonly rawBody: Buffer; readonly headers: Record<string, string | undefined>};

/** Headers first, then the body, as the route does; on the topic's own address. */
function readWebhook(by: {readonly secrets: string[]}, {rawBody, headers}: Given): WebhookCheck {
  const head = readWebhookHeaders(headers, addressOfTopic(headers['x-shopify-topic'] ?? '') ?? '/webhooks');
  return head.kind === 'valid' ? readSigned(by, head, rawBody) : head;
}

const anOrder = JSON.stringify(webhookBody('orders/create', store));
type Changes = {topic?: string; body?: string; secret?: string; headers?: Record<string, string | undefined>};

function delivery({topic = 'orders/create', body = anOrder, secret = 'current secret', headers = {}}: Changes = {}) {
  const rawBody = Buffer.from(body);
  return {
    rawBody,
    headers: {
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': 'demo.myshopify.com',
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(rawBody).digest('base64'),
      'x-shopify-webhook-id': 'w-1',
      'x-shopify-event-id': 'e-1',
      'x-shopify-triggered-at': '2026-11-20T10:00:00.000Z',
      ...headers,
    },
  };
}

const ofStore = (payload: object) => JSON.stringify({shop_id: 954889, shop_domain: 'demo.myshopify.com', ...payload});

const resourceOf = (topic: string, payload: string) => {
  const reading = readWebhook(app, delivery({topic, body: payload}));
  return reading.kind === 'valid' ? reading.resource : reading.reason;
};

describe('a webhook delivery', () => {
  test('signed with the current secret is read: shop, topic, keys and times, nothing of the body', () => {
    const text = '{"id":1,"admin_graphql_api_id":"gid://shopify/Order/1"}';
    expect(readWebhook(app, delivery({body: text}))).toEqual({
      kind: 'valid',
      shop: 'demo.myshopify.com',
      topic: 'orders/create',
      eventKey: 'w-1',
      webhookId: 'w-1',
      bodyDigest: expect.stringMatching(/^[0-9a-f]{32}$/),
      triggeredAt: new Date('2026-11-20T10:00:00Z'),
      resource: 'gid://shopify/Order/1',
    });
  });

  test('signed with the secret before the rotation is still genuine, with any other it is not', () => {
    expect(readWebhook(app, delivery({secret: 'previous secret'})).kind).toBe('valid');
    expect(readWebhook(app, delivery({secret: 'a third secret'})).kind).toBe('invalid');
    expect(readWebhook({secrets: ['current secret']}, delivery({secret: 'previous secret'})).kind).toBe('invalid');
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['too short', 'c2hvcnQ='],
    ['too long', Buffer.alloc(64).toString('base64')],
    ['not base64', '!'.repeat(44)],
    ['url-safe base64', `${'-_'.repeat(21)}A=`],
    ['hexadecimal', createHmac('sha256', 'current secret').update('{}').digest('hex')],
  ])('whose signature is %s is invalid and does not throw', (_, signature) => {
    const read = () => readWebhook(app, delivery({headers: {'x-shopify-hmac-sha256': signature}}));
    expect(read).not.toThrow();
    expect(read().kind).toBe('invalid');
  });

  test.each([
    ['with a blank inside', (right: string) => `${right.slice(0, 20)} ${right.slice(20)}`],
    ['with something behind it', (right: string) => `${right}!`],
    ['without its padding', (right: string) => right.slice(0, -1)],
    ['in the url-safe alphabet', (right: string) => right.replaceAll('+', '-').replaceAll('/', '_')],
  ])('whose signature is the right one %s is invalid: Shopify writes it one way', (_, spoil) => {
    const {rawBody, headers} = delivery({body: '{"id":8,"admin_graphql_api_id":"gid://shopify/Order/8"}'});
    const right = headers['x-shopify-hmac-sha256'];
    expect(right).toMatch(/[+/]/);
    expect(readWebhook(app, {rawBody, headers}).kind).toBe('valid');
    const spoilt = {...headers, 'x-shopify-hmac-sha256': spoil(right)};
    expect(readWebhook(app, {rawBody, headers: spoilt}).kind).toBe('invalid');
  });

  test('is signed over the exact bytes: one space more and it is forged', () => {
    const {rawBody, headers} = delivery();
    expect(readWebhook(app, {rawBody, headers}).kind).toBe('valid');
    expect(readWebhook(app, {rawBody: Buffer.from(`${anOrder} `), headers}).kind).toBe('invalid');
  });

  test('names a store in the one form a store has', () => {
    for (const shop of ['evil.example.com', 'demo.myshopify.com.evil.com', 'https://demo.myshopify.com', '']) {
      expect(readWebhook(app, delivery({headers: {'x-shopify-shop-domain': shop}})).kind).toBe('invalid');
    }
  });

  test('is told from others by its webhook id; without either id it cannot be told from its repetitions', () => {
    const reading = readWebhook(app, delivery({headers: {'x-shopify-event-id': undefined}}));
    expect(reading).toMatchObject({kind: 'valid', eventKey: 'w-1', webhookId: 'w-1'});
    const bare = delivery({headers: {'x-shopify-event-id': undefined, 'x-shopify-webhook-id': undefined}});
    expect(readWebhook(app, bare).kind).toBe('invalid');
  });

  test('without a webhook id is told by its event and its resource, since one event may be about several', () => {
    const keyOf = (order: number, eventId = 'e-1') => {
      const body = `{"id":${order},"admin_graphql_api_id":"gid://shopify/Order/${order}"}`;
      const headers = {'x-shopify-webhook-id': undefined, 'x-shopify-event-id': eventId};
      const reading = readWebhook(app, delivery({body, headers}));
      return reading.kind === 'valid' ? reading.eventKey : reading.reason;
    };
    const [first, repeated] = [keyOf(1), keyOf(1)];
    expect(repeated).toBe(first);
    expect(new Set([first, keyOf(2), keyOf(1, 'e-2')]).size).toBe(3);
  });

  test('of a refund or an edit leads to the order, not to the refund or the edit', () => {
    const refund = '{"id":77,"order_id":450789469,"admin_graphql_api_id":"gid://shopify/Refund/77"}';
    expect(resourceOf('refunds/create', refund)).toBe('gid://shopify/Order/450789469');
    expect(resourceOf('orders/edited', '{"order_edit":{"id":5,"order_id":9}}')).toBe('gid://shopify/Order/9');
  });

  test('leads to its product, order or customer by number where no gid is given', () => {
    expect(resourceOf('orders/delete', '{"id":5678901234567}')).toBe('gid://shopify/Order/5678901234567');
    expect(resourceOf('products/delete', '{"id":788032119674}')).toBe('gid://shopify/Product/788032119674');
    expect(resourceOf('orders/create', `{"admin_graphql_api_id":"${hugeOrder}"}`)).toBe(hugeOrder);
  });

  test('of a privacy request leads to the orders it names, to the customer where it names none, and nowhere where its list cannot be read', () => {
    const redact = (orders: unknown) =>
      resourceOf('customers/redact', ofStore({customer: {id: 191167}, orders_to_redact: orders}));
    expect(redact([299938, '280263'])).toBe('gid://shopify/Order/299938 gid://shopify/Order/280263');
    expect(redact([])).toBe('gid://shopify/Customer/191167');
    for (const unreadable of [undefined, null, 'all', {}, [1, null], [299938, 'x'], [1.5], [8e18]]) {
      expect(redact(unreadable)).toBeNull();
    }
    const request = {customer: {id: 191167}, orders_requested: [299938]};
    expect(resourceOf('customers/data_request', ofStore(request))).toBe('gid://shopify/Order/299938');
    expect(resourceOf('customers/data_request', ofStore({customer: {id: 1}, data_request: {id: 2}}))).toBeNull();
  });

  test('whose number is too large to be read exactly leads nowhere rather than to another order', () => {
    expect(resourceOf('orders/delete', '{"id":820982911946154508}')).toBeNull();
  });

  test.each([
    'soon',
    '1',
    '2026-13-45T00:00:00Z',
    '-001200-01-01T00:00:00Z',
    '+275760-09-12T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+23:00',
    '9999-12-31T23:59:59-23:00',
    '2999-12-31T23:59:59-23:00',
  ])('triggered “%s” is of a time unknown', (time) => {
    const reading = readWebhook(app, delivery({headers: {'x-shopify-triggered-at': time}}));
    expect(reading).toMatchObject({kind: 'valid', triggeredAt: null});
  });

  test('of an uninstall carries the name of the store, where its body has it', () => {
    expect(resourceOf('app/uninstalled', JSON.stringify(webhookBody('app/uninstalled', store)))).toBe(
      'demo.myshopify.com',
    );
    for (const body of ['{"id":1,"myshopify_domain":null}', '{"id":1,"plan_name":"basic"}']) {
      expect(resourceOf('app/uninstalled', body)).toBeNull();
    }
  });

  test('about the store itself, or about something its body does not name, leads nowhere but is genuine', () => {
    expect(resourceOf('shop/update', JSON.stringify(webhookBody('shop/update', store)))).toBeNull();
    expect(resourceOf('shop/redact', ofStore({}))).toBeNull();
    expect(resourceOf('fulfillment_orders/moved', '{"fulfillment_order":null}')).toBeNull();
    expect(resourceOf('orders/create', '{"admin_graphql_api_id":"gid://shopify/Order/1\\u0000"}')).toBeNull();
  });

  test.each([
    'not json',
    '[]',
    '[{"id":1}]',
    '"text"',
    '12',
    'true',
    'null',
    '',
    '{',
    '{"id":1}}',
    ' {"id":1}',
    '\ufeff{}',
  ])('whose body is %j is no webhook, however well it is signed', (body) => {
    expect(readWebhook(app, delivery({body}))).toMatchObject({
      kind: 'invalid',
      reason: expect.stringMatching(/object/),
    });
  });

  const bodyOf = (topic: WebhookTopic, payload: object) => JSON.stringify({...webhookBody(topic, store), ...payload});

  test.each(webhookTopics)('of %s that names another store than its header is invalid', (topic) => {
    const others = ['other.myshopify.com', '', 5, {}, ['demo.myshopify.com'], 'demo.myshopify.com '];
    for (const field of ['shop_domain', 'myshopify_domain']) {
      for (const other of others) {
        const body = bodyOf(topic, {[field]: other});
        expect(readWebhook(app, delivery({topic, body}))).toMatchObject({
          reason: expect.stringMatching(/another store/),
        });
      }
    }
  });

  test.each(webhookTopics.filter((topic) => isComplianceTopic(topic)))('of %s has to name its store', (topic) => {
    expect(readWebhook(app, delivery({topic, body: bodyOf(topic, {})})).kind).toBe('valid');
    for (const names of [
      {shop_domain: undefined},
      {shop_domain: null},
      {shop_domain: null, myshopify_domain: 'demo.myshopify.com'},
    ]) {
      expect(readWebhook(app, delivery({topic, body: bodyOf(topic, names)})).kind).toBe('invalid');
    }
  });

  test.each(webhookTopics.filter((topic) => !isComplianceTopic(topic)))('of %s may leave its store out', (topic) => {
    const unnamed = topic === 'app/uninstalled' || topic === 'shop/update' ? {myshopify_domain: null} : {};
    expect(readWebhook(app, delivery({topic, body: bodyOf(topic, unnamed)})).kind).toBe('valid');
  });

  test.each(webhookTopics)('of another form than that of %s is invalid', (topic) => {
    for (const other of webhookTopics) {
      const body = webhookBody(other, store);
      const named = isComplianceTopic(topic) ? {shop_domain: 'demo.myshopify.com', ...body} : body;
      const reading = readWebhook(app, delivery({topic, body: JSON.stringify(named)}));
      expect([other, reading.kind]).toEqual([other, hasFormOfTopic(topic, named) ? 'valid' : 'invalid']);
    }
  });
});
