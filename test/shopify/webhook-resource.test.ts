// What a webhook about a part of an order leads to: the fulfilment order it names, or the order of an assessment.
import {expect, test} from 'vitest';
import {readResource} from '../../server/shopify/auth/webhook-resource.ts';

const resourceOf = (topic: string, payload: string) => readResource(topic, JSON.parse(payload));

test.each([
  ['placed_on_hold', {fulfillment_order: {id: 'gid://shopify/FulfillmentOrder/1', status: 'on_hold'}}],
  ['hold_released', {fulfillment_order: {id: 'gid://shopify/FulfillmentOrder/1', status: 'open'}}],
  ['scheduled_fulfillment_order_ready', {fulfillment_order: {id: 1}}],
  [
    'cancelled',
    {fulfillment_order: {id: '1'}, replacement_fulfillment_order: {id: 'gid://shopify/FulfillmentOrder/2'}},
  ],
  [
    'moved',
    {
      moved_fulfillment_order: {id: 'gid://shopify/FulfillmentOrder/2'},
      original_fulfillment_order: {id: 'gid://shopify/FulfillmentOrder/1'},
      destination_location_id: 'gid://shopify/Location/3',
    },
  ],
  ['moved', {moved_fulfillment_order: {id: 'gid://shopify/FulfillmentOrder/1'}}],
])('about a fulfilment order (%s) leads to it, and not to another resource', (event, payload) => {
  const fulfilmentOrder = 'gid://shopify/FulfillmentOrder/1';
  expect(resourceOf(`fulfillment_orders/${event}`, JSON.stringify(payload))).toBe(fulfilmentOrder);
  const foreign = JSON.stringify(payload).replaceAll(/gid:..shopify.FulfillmentOrder/g, 'gid://shopify/Order');
  if (foreign.includes('Order/1')) expect(resourceOf(`fulfillment_orders/${event}`, foreign)).toBeNull();
  expect(resourceOf(`fulfillment_orders/${event}`, '{"id":1,"fulfillment_order":{"id":[]}}')).toBeNull();
});

test('of a fraud analysis leads to the order it names, never to an id of its own', () => {
  const topic = 'orders/risk_assessment_changed';
  const gid = 'gid://shopify/Order/450789469';
  const facts = {risk_level: 'high', provider_id: null, id: 7, admin_graphql_api_id: 'gid://shopify/Order/7'};
  const assessment = (ids: object) => resourceOf(topic, JSON.stringify({...facts, ...ids}));
  expect(assessment({order_id: 450789469, admin_graphql_api_order_id: gid})).toBe(gid);
  expect(assessment({order_id: '450789469', admin_graphql_api_order_id: null})).toBe(gid);
  expect(assessment({admin_graphql_api_order_id: gid})).toBe(gid);
  expect(assessment({order_id: null})).toBeNull();
});
