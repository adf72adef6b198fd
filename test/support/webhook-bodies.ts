// A body of each topic, as `include_fields` of shopify.app.toml leaves it. https://shopify.dev/docs/api/webhooks
import type {WebhookTopic} from '../../server/shopify/auth/webhook-topics.ts';

type Body = Readonly<Record<string, unknown>>;

const updated_at = '2026-11-20T10:00:00Z';
const order = {id: 1, admin_graphql_api_id: 'gid://shopify/Order/1', updated_at};
const fulfilmentOrder = {id: 'gid://shopify/FulfillmentOrder/568', status: 'open'};
const customer = {id: 191167, email: 'john@example.com', phone: '555-625-1199'};
export function webhookBody(topic: WebhookTopic, store: string): Body {
  return bodiesOf(store)[topic];
}

function bodiesOf(store: string): Readonly<Record<WebhookTopic, Body>> {
  const compliance = {shop_id: 954889, shop_domain: store};
  const shop = {
    id: 548380009,
    name: 'Demo',
    email: 'owner@example.com',
    domain: 'demo.example',
    myshopify_domain: store,
    shop_owner: 'John Smith',
    plan_name: 'enterprise',
    currency: 'EUR',
    iana_timezone: 'Europe/Berlin',
    updated_at,
  };
  return {
    'app/uninstalled': shop,
    'app/scopes_update': {id: 'gid://shopify/App/1', previous: ['read_products'], current: ['read_orders'], updated_at},
    'shop/update': shop,
    'products/update': {id: 788032119674, admin_graphql_api_id: 'gid://shopify/Product/788032119674', updated_at},
    'products/delete': {id: 788032119674},
    'orders/create': order,
    'orders/paid': order,
    'orders/updated': order,
    'orders/cancelled': order,
    'orders/edited': {order_edit: {id: 5, order_id: 1, created_at: updated_at}},
    'orders/risk_assessment_changed': {
      order_id: 1,
      admin_graphql_api_order_id: 'gid://shopify/Order/1',
      created_at: updated_at,
    },
    'orders/delete': {id: 1},
    'fulfillment_orders/placed_on_hold': {
      fulfillment_order: fulfilmentOrder,
      created_fulfillment_hold: {id: 'gid://shopify/FulfillmentHold/1'},
    },
    'fulfillment_orders/hold_released': {fulfillment_order: fulfilmentOrder},
    'fulfillment_orders/scheduled_fulfillment_order_ready': {fulfillment_order: fulfilmentOrder},
    'fulfillment_orders/moved': {
      original_fulfillment_order: fulfilmentOrder,
      moved_fulfillment_order: {...fulfilmentOrder, id: 'gid://shopify/FulfillmentOrder/569'},
      destination_location_id: 'gid://shopify/Location/1',
      source_location: {id: 'gid://shopify/Location/2'},
    },
    'fulfillment_orders/cancelled': {fulfillment_order: fulfilmentOrder, replacement_fulfillment_order: null},
    'refunds/create': {
      id: 890088186047,
      admin_graphql_api_id: 'gid://shopify/Refund/890088186047',
      order_id: 1,
      created_at: updated_at,
      processed_at: updated_at,
    },
    'customers/data_request': {...compliance, customer, orders_requested: [299938], data_request: {id: 9999}},
    'customers/redact': {...compliance, customer, orders_to_redact: [299938]},
    'shop/redact': compliance,
  };
}

/** Of a topic about a product or an order: the one with this gid. */
export function bodyAbout(topic: WebhookTopic, gid: string): Body {
  const id = Number(gid.split('/').at(-1));
  return topic.endsWith('/delete') ? {id} : {id, admin_graphql_api_id: gid};
}
