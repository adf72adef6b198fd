import {describe, expect, test} from 'vitest';
import {foundTopic} from '../../server/db/deliveries/deliveries.ts';
import {readWebhookHeaders} from '../../server/shopify/auth/webhook-headers.ts';
import {
  addressOfTopic,
  isComplianceTopic,
  webhookAddresses,
  webhookTopics,
} from '../../server/shopify/auth/webhook-topics.ts';
import {readProjectConfig} from '../sandbox/shopify/app-config.ts';

const genuine = {
  'x-shopify-topic': 'orders/create',
  'x-shopify-shop-domain': 'demo.myshopify.com',
  'x-shopify-hmac-sha256': Buffer.alloc(32).toString('base64'),
  'x-shopify-webhook-id': 'w-1',
  'x-shopify-event-id': 'e-1',
  'x-shopify-triggered-at': '2026-11-20T10:00:00.000Z',
};

describe('the headers of a webhook', () => {
  const headersOf = (changes: Record<string, string> = {}) => ({...genuine, ...changes});

  test('are taken on the address of their topic and on no other', () => {
    for (const topic of webhookTopics) {
      for (const address of webhookAddresses) {
        const head = readWebhookHeaders(headersOf({'x-shopify-topic': topic}), address);
        expect(head.kind).toBe(addressOfTopic(topic) === address ? 'valid' : 'invalid');
      }
    }
  });

  test.each([foundTopic, 'orders/fulfilled', 'customers/update', 'app/uninstalled/x', 'constructor', '__proto__', ''])(
    'of the topic “%s”, to which the app has not subscribed, are refused on both addresses',
    (topic) => {
      for (const address of webhookAddresses) {
        expect(readWebhookHeaders(headersOf({'x-shopify-topic': topic}), address).kind).toBe('invalid');
      }
    },
  );

  test.each(['x-shopify-event-id', 'x-shopify-webhook-id'])('carry an %s of a hundred characters at most', (name) => {
    expect(readWebhookHeaders(headersOf({[name]: 'x'.repeat(100)}), '/webhooks').kind).toBe('valid');
    for (const id of ['x'.repeat(101), 'x y', 'ü', '\n']) {
      expect(readWebhookHeaders(headersOf({[name]: id}), '/webhooks').kind).toBe('invalid');
    }
  });
});

describe('shopify.app.toml', () => {
  const subscriptions = readProjectConfig()?.subscriptions ?? [];

  test('subscribes to the topics that are let in, each on its address, and to no other', () => {
    const declared = subscriptions.map(({topic, uri}) => `${topic} ${uri}`);
    expect(declared.toSorted()).toEqual(webhookTopics.map((topic) => `${topic} ${addressOfTopic(topic)}`).toSorted());
    expect(subscriptions.filter(({topic, compliance}) => compliance !== isComplianceTopic(topic))).toEqual([]);
  });

  test('asks for the store’s domain wherever it asks for some fields of shop/update', () => {
    const reduced = subscriptions.filter(({topic, includeFields}) => topic === 'shop/update' && includeFields !== null);
    for (const {includeFields} of reduced) expect(includeFields).toContain('myshopify_domain');
  });
});
