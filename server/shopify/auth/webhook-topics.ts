// The webhook topics of shopify.app.toml, each with its address: the complete list of accepted topics. Topics used only inside the app
// (an order that the reconciliation found) are not in it.

/** The accepted topics, by the path at which they arrive. */
const topicsByAddress = {
  '/webhooks': [
    'app/uninstalled',
    'app/scopes_update',
    'shop/update',
    'products/update',
    'products/delete',
    'orders/create',
    'orders/paid',
    'orders/updated',
    'orders/cancelled',
    'orders/edited',
    'orders/risk_assessment_changed',
    'orders/delete',
    'fulfillment_orders/placed_on_hold',
    'fulfillment_orders/hold_released',
    'fulfillment_orders/scheduled_fulfillment_order_ready',
    'fulfillment_orders/moved',
    'fulfillment_orders/cancelled',
    'refunds/create',
  ],
  '/webhooks/compliance': ['customers/data_request', 'customers/redact', 'shop/redact'],
} as const;

/** A path at which webhooks arrive. */
export type WebhookAddress = keyof typeof topicsByAddress;
export type WebhookTopic = (typeof topicsByAddress)[WebhookAddress][number];

export const webhookAddresses: readonly WebhookAddress[] = ['/webhooks', '/webhooks/compliance'];
/** All accepted topics. */
export const webhookTopics: readonly WebhookTopic[] = [
  ...topicsByAddress['/webhooks'],
  ...topicsByAddress['/webhooks/compliance'],
];

/** The path of each topic. */
const addressByTopic: ReadonlyMap<string, WebhookAddress> = new Map(
  webhookAddresses.flatMap((address) => topicsByAddress[address].map((topic) => [topic, address] as const)),
);

/** The path at which the app receives a topic; null for a topic that the app does not subscribe to. */
export function addressOfTopic(topic: string): WebhookAddress | null {
  return addressByTopic.get(topic) ?? null;
}

/** Whether it is a privacy request that Shopify sends to every app. */
export function isComplianceTopic(topic: string): boolean {
  return addressOfTopic(topic) === '/webhooks/compliance';
}
