// From what happened in a shop to the deliveries the app subscribed to.

import type {Subscription} from '../app-config.ts';
import {mayRead} from '../store/locations.ts';
import type {LocationRecord} from '../store/records.ts';
import type {ShopEvent} from '../store/shop-event.ts';
import type {ShopStore} from '../store/shop-store.ts';
import type {WebhookDeliveries} from './deliveries.ts';
import {type DomainNaming, payloadOf, reduce} from './payloads.ts';
import type {NewDelivery} from './transport.ts';

export type Publishing = {
  readonly webhooks: WebhookDeliveries;
  readonly subscriptions: readonly Subscription[];
  /** Null while no app address is known: then nothing is delivered. */
  readonly appUrl: () => string | null;
  readonly domainNaming: DomainNaming;
};

/** One delivery per subscription of the topic; the payload is that of this moment. */
export function publishEvent(publishing: Publishing, store: ShopStore, event: ShopEvent): void {
  if (!store.installed && event.kind !== 'app/uninstalled') return;
  if (event.kind === 'callback') return postCallback(publishing, store, event);
  const places = placesOf(event);
  if (places.length > 0 && !places.some((location) => mayRead(store, location))) return;
  if (event.kind.startsWith('profiles/') && !mayReadShipping(store)) return;
  const wanted = publishing.subscriptions.filter(({topic}) => topic === event.kind);
  if (wanted.length === 0) return;
  const payload = payloadOf(store, event, publishing.domainNaming);
  const extras = laterOf(store, event);
  for (const subscription of wanted) postTo(publishing, store.domain, subscription, payload, extras);
}

/**
 * Signed as a webhook is, with the shop in the header of the domain (https://github.com/Shopify/shopify-api-js/issues/1250); whether it
 * has the other headers of one, and whether it is tried again, is not documented: neither is harder for the app.
 */
function postCallback(
  {webhooks}: Publishing,
  store: ShopStore,
  {service, callback, at, isLost}: Extract<ShopEvent, {kind: 'callback'}>,
): void {
  if (service.callbackUrl === null) return;
  const left = ['Topic', 'Webhook-Id', 'Event-Id', 'Triggered-At'].map((name) => [`X-Shopify-${name}`, '']);
  webhooks.post({
    topic: callbackPath,
    shop: store.domain,
    url: `${service.callbackUrl.replace(/[/]+$/, '')}/${callbackPath}`,
    payload: {kind: callback},
    headers: Object.fromEntries(left),
    notBefore: at,
    unless: () => isLost || !store.services.has(service.id),
    isOnce: true,
  });
}

const callbackPath = 'fulfillment_order_notification';

/** Where the fulfilment orders of an event are or were: only those that an app may read are told (schema descriptions of the topics). */
function placesOf(event: ShopEvent): readonly LocationRecord[] {
  if (event.kind === 'fulfillment_orders/moved') return [event.from, event.moved.location];
  return 'fulfillmentOrder' in event ? [event.fulfillmentOrder.location] : [];
}

/** "Requires at least one of the following scopes" (schema descriptions of PROFILES_CREATE, PROFILES_UPDATE and PROFILES_DELETE). */
const mayReadShipping = ({scopes}: ShopStore): boolean =>
  scopes.some((scope) => ['read_shipping', 'write_shipping', 'read_assigned_shipping'].includes(scope));

/** What happens by itself after what caused it. */
function laterOf({products}: ShopStore, event: ShopEvent): Partial<NewDelivery> {
  if (event.kind === 'orders/risk_assessment_changed') return {notBefore: event.risk.assessedAt};
  if (event.kind === 'fulfillment_orders/order_routing_complete') return {notBefore: event.at};
  if ('request' in event) return {notBefore: event.request.sentAt};
  if (event.kind.startsWith('profiles/') && 'at' in event) return {notBefore: event.at};
  if (event.kind !== 'products/update' || event.at === undefined) return {};
  return {notBefore: event.at, unless: () => !products.has(event.product.id)};
}

/** "48 hours after a store owner uninstalls your app", https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance */
const redactAfterMs = 48 * 3600 * 1000;

export function publishShopRedact(publishing: Publishing, store: ShopStore): void {
  const payload = {shop_id: store.id};
  for (const subscription of publishing.subscriptions.filter(({topic}) => topic === 'shop/redact')) {
    postTo(publishing, store.domain, subscription, payload, {
      notBefore: store.now() + redactAfterMs,
      unless: () => store.installed,
    });
  }
}

/** Every compliance body names its store. https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance */
const namesStore = (topic: string, shop: string, payload: unknown): unknown =>
  complianceTopics.has(topic) && isPayload(payload) ? {shop_domain: shop, ...payload} : payload;

/** A delivery nothing caused: as the app would get it, subscribed or not. */
export function publishRaw(
  publishing: Publishing,
  shop: string,
  topic: string,
  payload: unknown,
  extras: Partial<NewDelivery>,
): void {
  const subscription = publishing.subscriptions.find((candidate) => candidate.topic === topic);
  const uri = complianceTopics.has(topic) ? '/webhooks/compliance' : '/webhooks';
  postTo(
    publishing,
    shop,
    subscription ?? {topic, uri, includeFields: null, name: null, compliance: false},
    payload,
    extras,
  );
}

export const complianceTopics: ReadonlySet<string> = new Set([
  'customers/data_request',
  'customers/redact',
  'shop/redact',
]);

function postTo(
  publishing: Publishing,
  shop: string,
  subscription: Subscription,
  payload: unknown,
  extras: Partial<NewDelivery>,
): void {
  const appUrl = publishing.appUrl();
  if (appUrl === null) return;
  publishing.webhooks.post({
    topic: subscription.topic,
    shop,
    url: new URL(subscription.uri, appUrl).href,
    payload: reduced(namesStore(subscription.topic, shop, payload), subscription),
    name: subscription.name,
    ...extras,
  });
}

function reduced(payload: unknown, {includeFields}: Subscription): unknown {
  return isPayload(payload) ? reduce(payload, includeFields) : payload;
}

function isPayload(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
