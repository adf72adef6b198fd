// The webhook topics of shopify.app.toml, each with its address: the complete list of accepted topics. Topics used only inside the app
// (an order that the reconciliation found) are not in it.

const topicsOf = {
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

export type WebhookAddress = keyof typeof topicsOf;
export type WebhookTopic = (typeof topicsOf)[WebhookAddress][number];

export const webhookAddresses: readonly WebhookAddress[] = ['/webhooks', '/webhooks/compliance'];
export const webhookTopics: readonly WebhookTopic[] = [...topicsOf['/webhooks'], ...topicsOf['/webhooks/compliance']];

const addresses: ReadonlyMap<string, WebhookAddress> = new Map(
  webhookAddresses.flatMap((address) => topicsOf[address].map((topic) => [topic, address] as const)),
);

/** Null for a topic that the app does not subscribe to. */
export function addressOf(topic: string): WebhookAddress | null {
  return addresses.get(topic) ?? null;
}

export function isCompliance(topic: string): boolean {
  return addressOf(topic) === '/webhooks/compliance';
}
