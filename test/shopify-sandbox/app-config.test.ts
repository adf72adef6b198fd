// What the sandbox reads of shopify.app.toml.

import {expect, test} from 'vitest';
import {readAppConfig, readProjectConfig} from '../sandbox/shopify/app-config.ts';
import {startShopify} from '../sandbox/shopify/start.ts';
import {reduce} from '../sandbox/shopify/webhooks/payloads.ts';

const toml = `
name = "Piecewise" # a comment
client_id = 'x#y'

[access_scopes]
scopes = "read_products, write_products"
optional_scopes = ["read_shipping"]

[webhooks]
api_version = "2026-10"

  [[webhooks.subscriptions]]
  topics = [
    "orders/create", # one a line
    "orders/updated",
  ]
  uri = "/webhooks"
  include_fields = ["id", "updated_at"]

  [[webhooks.subscriptions]]
  compliance_topics = ["shop/redact"]
  uri = "/webhooks/compliance"

[product.metafields.app.listing_key]
name = "Supplier listing"
type = "id"
access.admin = "merchant_read"
capabilities.admin_filterable = true
`;

test('scopes, subscriptions and definitions are read as they stand', () => {
  const orders = {uri: '/webhooks', includeFields: ['id', 'updated_at'], name: null, compliance: false};
  expect(readAppConfig(toml)).toEqual({
    scopes: ['read_products', 'write_products'],
    optionalScopes: ['read_shipping'],
    subscriptions: [
      {topic: 'orders/create', ...orders},
      {topic: 'orders/updated', ...orders},
      {topic: 'shop/redact', uri: '/webhooks/compliance', includeFields: null, name: null, compliance: true},
    ],
    definitions: [
      {
        ownerType: 'PRODUCT',
        key: 'listing_key',
        name: 'Supplier listing',
        type: 'id',
        adminAccess: 'MERCHANT_READ',
        adminFilterable: true,
      },
    ],
  });
});

test('a line that is no TOML is named', () => {
  expect(() => readAppConfig('name "Piecewise"')).toThrow('name \\"Piecewise\\"');
});

test('the project’s own file is what a sandbox starts with', async () => {
  const project = readProjectConfig();
  expect(project?.definitions.find(({key}) => key === 'listing_key')).toMatchObject({type: 'id', ownerType: 'PRODUCT'});
  expect(project?.subscriptions.map(({topic}) => topic)).toContain('orders/create');
  // A store has fifty such places for all its apps together.
  expect(project?.definitions.filter(({adminFilterable}) => adminFilterable).map(({key}) => key)).toEqual([
    'article_id',
  ]);
  const sandbox = await startShopify();
  await sandbox.close();
  expect(sandbox.shopDomains()).toEqual(['piecewise-demo.myshopify.com']);
});

test('a payload is reduced to the named fields, into lists too', () => {
  const payload = {id: 1, name: '#1', line_items: [{id: 2, sku: 'A', price: '1.00'}], customer: {id: 3, email: 'x'}};
  expect(reduce(payload, ['id', 'line_items.sku', 'customer'])).toEqual({
    id: 1,
    line_items: [{sku: 'A'}],
    customer: {id: 3, email: 'x'},
  });
  expect(reduce(payload, null)).toBe(payload);
});
