// The one door for webhooks: verify, write down, say 200. Nothing else happens before the answer; what it means is a job's affair.
import express, {type Request, type RequestHandler, type Response, Router} from 'express';
import {saveDelivery} from '../db/deliveries.ts';
import {loadShop} from '../db/shops.ts';
import type {Deps} from '../deps.ts';
import {readWebhook, type WebhookDelivery} from '../shopify/webhook.ts';

/** Shopify's bodies reach some hundred kB; ours are asked for with few fields. */
const bodyLimit = '2mb';

export function webhookRoutes(deps: Deps): Router {
  const router = Router();
  // Any content type, also none: without it the body would not be read at all. Compressed bodies are refused.
  const raw = express.raw({type: () => true, limit: bodyLimit, inflate: false});
  router.post(['/webhooks', '/webhooks/compliance'], raw, receive(deps));
  return router;
}

function receive(deps: Deps): RequestHandler {
  const {metrics} = deps;
  return async (req: Request, res: Response) => {
    const rawBody: unknown = req.body;
    if (!Buffer.isBuffer(rawBody) || rawBody.length === 0) {
      res.status(400).end();
      return;
    }
    const reading = readWebhook(deps.shopify, {rawBody, headers: req.headers});
    if (reading.kind === 'invalid') {
      metrics.countWebhook('refused');
      res.status(401).end();
      return;
    }
    await store(deps, reading, res);
  };
}

async function store(deps: Deps, delivery: WebhookDelivery, res: Response): Promise<void> {
  const {db, log, metrics, now} = deps;
  try {
    if (!(await isKnown(deps, delivery))) {
      metrics.countWebhook('dropped');
      res.status(200).end();
      return;
    }
    const {id, isNew} = await saveDelivery(db, {
      shop: delivery.shop,
      topic: delivery.topic,
      eventKey: delivery.eventKey,
      webhookId: delivery.webhookId,
      resource: delivery.resource,
      triggeredAt: delivery.triggeredAt,
      receivedAt: now(),
    });
    metrics.countWebhook(isNew ? 'stored' : 'repeated');
    res.status(200).end();
    if (isNew) await callUp(deps, id);
  } catch (err) {
    // Not written down, so not acknowledged: Shopify sends it again.
    log.error({err, shop: delivery.shop, topic: delivery.topic}, 'a webhook could not be stored');
    metrics.countWebhook('not_stored');
    if (!res.headersSent) res.status(503).end();
  }
}

/** A shop we never heard of has nothing with us; saying no would only make Shopify repeat it. */
async function isKnown({db}: Deps, {shop}: WebhookDelivery): Promise<boolean> {
  return (await loadShop(db, shop)) !== null;
}

async function callUp({queues, log}: Deps, deliveryId: number): Promise<void> {
  try {
    await queues.enqueue('deliveries', {deliveryId}, {deduplicationId: `delivery-${deliveryId}`});
  } catch (err) {
    log.warn({err, delivery: deliveryId}, 'the queue is away; the sweep finds the delivery');
  }
}
