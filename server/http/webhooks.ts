// The routes for webhooks: check headers, size, signature and form, store the delivery, then answer 200. A job handles the delivery.
// A stale delivery and one for an unknown shop get 200 as well, but are not stored.
import express, {type Request, type RequestHandler, type Response, Router} from 'express';
import type {ShopDomain} from '#domain/ids.ts';
import type {NewDelivery} from '../db/deliveries/save-deliveries.ts';
import {loadPresentName} from '../db/shops/store-identity.ts';
import type {Deps} from '../deps.ts';
import {readWebhook, type WebhookDelivery} from '../shopify/auth/webhook.ts';
import {readWebhookHeaders, type WebhookHeaders} from '../shopify/auth/webhook-headers.ts';
import {type WebhookAddress, webhookAddresses} from '../shopify/auth/webhook-topics.ts';
import {bodyLimit, limitBodySize, limitBodyTime, limitHeldBytes} from './limits/read-limits.ts';
import {createRefusedLog, type LogRefused} from './refused-log.ts';
import type {StorageTrouble} from './storage-trouble.ts';
import {createReconciliationStarter, isStale} from './webhooks/stale-webhooks.ts';
import {createDeliveryStore, type StoreDelivery} from './webhooks/store-deliveries.ts';
import {createWakeWorker} from './webhooks/wake-worker.ts';

/** The checked headers of each webhook request, for the handler that reads the body. */
const headersByRequest = new WeakMap<Request, WebhookHeaders>();

export function webhookRoutes(deps: Deps, storage: Pick<StorageTrouble, 'noteFailedWrite'>): Router {
  const router = Router();
  const time = limitBodyTime();
  const held = limitHeldBytes(undefined, () => deps.metrics.countWebhook('not_read'));
  // Any content type, also none: otherwise the body would not be read. Compressed bodies are refused.
  const raw = express.raw({type: () => true, limit: bodyLimit, inflate: false});
  const logRefused = createRefusedLog(deps, 'a webhook was refused');
  const take = receiveWebhook(deps, storage, logRefused);
  for (const address of webhookAddresses) {
    router.post(address, time, checkHeaders(deps, address, logRefused), limitBodySize, held, raw, take);
  }
  return router;
}

/** Refuses requests without Shopify's headers before reading the body. */
function checkHeaders({metrics}: Deps, address: WebhookAddress, logRefused: LogRefused): RequestHandler {
  return (req, res, next) => {
    const head = readWebhookHeaders(req.headers, address);
    if (head.kind === 'invalid') {
      metrics.countWebhook('refused');
      logRefused(req, head.reason);
      res.status(401).end();
      return;
    }
    headersByRequest.set(req, head);
    next();
  };
}

/** Handles a webhook whose body was read: checks its signature and form, then stores it, or starts a reconciliation if it is stale. */
function receiveWebhook(
  deps: Deps,
  storage: Pick<StorageTrouble, 'noteFailedWrite'>,
  logRefused: LogRefused,
): RequestHandler {
  const {metrics, now} = deps;
  const store = createWebhookStore(deps, storage);
  const startReconciliation = createReconciliationStarter(deps);
  return async (req: Request, res: Response) => {
    const rawBody: unknown = req.body;
    const head = headersByRequest.get(req);
    if (head === undefined || !Buffer.isBuffer(rawBody) || rawBody.length === 0) {
      res.status(400).end();
      return;
    }
    const reading = readWebhook(deps.shopify, head, rawBody);
    if (reading.kind === 'invalid') {
      metrics.countWebhook('refused');
      logRefused(req, reading.reason);
      res.status(401).end();
      return;
    }
    if (isStale(reading, now())) {
      metrics.countWebhook('stale');
      res.status(200).end();
      startReconciliation(reading);
      return;
    }
    await store(reading, res);
  };
}

/** Stores a delivery, answers 200 (503 if it may not be stored), and wakes a worker for a new one. */
function createWebhookStore(
  deps: Deps,
  storage: Pick<StorageTrouble, 'noteFailedWrite'>,
): (delivery: WebhookDelivery, res: Response) => Promise<void> {
  const {log, metrics, now} = deps;
  const storeDelivery = createDeliveryStore(deps);
  const wakeWorker = createWakeWorker(deps);
  return async ({shop, topic, eventKey, webhookId, bodyDigest, resource, triggeredAt}, res) => {
    const receivedAt = now();
    // The event's time is not signed, so a future time is replaced by now: it would count as newer than every later change of the order.
    const eventAt = triggeredAt !== null && triggeredAt > receivedAt ? receivedAt : triggeredAt;
    try {
      const ids = {shop, topic, eventKey, webhookId, bodyDigest, resource};
      const delivery = {...ids, triggeredAt: eventAt, receivedAt};
      const {saved, name} = await storeUnderCurrentName(deps, storeDelivery, delivery);
      // An unknown shop has no data here; a refusal would only make Shopify repeat the delivery.
      metrics.countWebhook(saved === null ? 'dropped' : saved.isNew ? 'stored' : 'repeated');
      res.status(200).end();
      if (saved?.isNew) wakeWorker(name);
    } catch (err) {
      // It is not certain that the delivery is stored, so it is not acknowledged: Shopify sends it again.
      log.error({err, shop, topic}, 'a webhook could not be stored');
      metrics.countWebhook('not_stored');
      storage.noteFailedWrite();
      res.status(503).end();
    }
  };
}

/**
 * Stores a delivery for its shop. Shopify does not document which name webhooks carry after a store got another one, so a delivery for a
 * name that no shop has is stored for the shop that had that name before. A request to erase the store keeps the name it was sent for, as
 * its resource.
 */
async function storeUnderCurrentName(
  {webhookDb}: Pick<Deps, 'webhookDb'>,
  store: StoreDelivery,
  delivery: NewDelivery,
): Promise<{readonly saved: Awaited<ReturnType<StoreDelivery>>; readonly name: ShopDomain}> {
  const saved = await store(delivery);
  const name = saved === null ? await loadPresentName(webhookDb, delivery.shop) : null;
  if (name === null) return {saved, name: delivery.shop};
  const resource = delivery.topic === 'shop/redact' ? delivery.shop : delivery.resource;
  return {saved: await store({...delivery, shop: name, resource}), name};
}
