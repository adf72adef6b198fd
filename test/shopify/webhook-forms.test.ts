// A signed body counts only under the topics it may be of, since the topic is a header that is not signed.
import {describe, expect, it} from 'vitest';
import {hasFormOfTopic} from '../../server/shopify/auth/webhook-forms.ts';
import {type WebhookTopic, webhookTopics} from '../../server/shopify/auth/webhook-topics.ts';
import {webhookBody} from '../support/webhook-bodies.ts';

const store = 'demo.myshopify.com';

/** Topics that lead to the same question to Shopify. Every other topic stands alone. */
const alike: readonly (readonly WebhookTopic[])[] = [
  ['app/uninstalled', 'shop/update'],
  ['orders/create', 'orders/paid', 'orders/updated', 'orders/cancelled'],
  ['products/delete', 'orders/delete'],
  [
    'fulfillment_orders/placed_on_hold',
    'fulfillment_orders/hold_released',
    'fulfillment_orders/scheduled_fulfillment_order_ready',
    'fulfillment_orders/moved',
    'fulfillment_orders/cancelled',
  ],
];

const standsFor = (one: WebhookTopic, other: WebhookTopic): boolean =>
  one === other || alike.some((group) => group.includes(one) && group.includes(other));

describe('a body', () => {
  it.each(webhookTopics)('of %s counts under the topics of its form, and no other', (topic) => {
    const counts = webhookTopics.filter((claimed) => hasFormOfTopic(claimed, webhookBody(topic, store)));
    expect(counts).toEqual(webhookTopics.filter((claimed) => standsFor(topic, claimed)));
  });

  it.each<[string, object]>([
    ['empty', {}],
    ['of another resource', {id: 1, admin_graphql_api_id: 'gid://shopify/Customer/1'}],
    ['whose gid is none', {id: 1, admin_graphql_api_id: 5}],
    ['of both requests about a buyer', {shop_domain: 'a', orders_requested: [], orders_to_redact: []}],
    ['that names a store and nothing else', {shop_domain: 'demo.myshopify.com'}],
    ['with a field of another kind', {title: 'Shirt'}],
  ])('%s counts under none', (_title, body) => {
    expect(webhookTopics.filter((topic) => hasFormOfTopic(topic, {...body}))).toEqual([]);
  });

  it('with further fields counts as before, also where Shopify writes its own samples', () => {
    const whole = {...webhookBody('orders/create', store), id: 820982911946154500, line_items: [], customer: {id: 1}};
    expect(hasFormOfTopic('orders/paid', whole)).toBe(true);
    const sample = {id: 548380009, name: 'Super Toys', domain: null, myshopify_domain: null, plan_name: 'enterprise'};
    expect(hasFormOfTopic('app/uninstalled', sample)).toBe(true);
    expect(hasFormOfTopic('customers/redact', {shop_id: 1, shop_domain: 'a', customer: {id: 1}})).toBe(true);
    expect(hasFormOfTopic('orders/risk_assessment_changed', {order_id: 1, created_at: 'now'})).toBe(true);
  });
});
