// The one door for webhooks: verify, write down, say 200. Nothing else happens before the answer; what it means is a job's affair.
import express, {type Request, type RequestHandler, type Response, Router} from 'express';
import type {Deps} from '../deps.ts';
import {readWebhook, type WebhookDelivery} from '../shopify/webhook.ts';
import {createCallUp} from './call-up.ts';
import {createWriteDown} from './write-down.ts';

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
  const store = createStore(deps);
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
    await store(reading, res);
  };
}

function createStore(deps: Deps): (delivery: WebhookDelivery, res: Response) => Promise<void> {
  const {log, metrics, now} = deps;
  const writeDown = createWriteDown(deps);
  const callUp = createCallUp(deps);
  return async ({shop, topic, eventKey, webhookId, resource, triggeredAt}, res) => {
    try {
      const saved = await writeDown({shop, topic, eventKey, webhookId, resource, triggeredAt, receivedAt: now()});
      // A shop we never heard of has nothing with us; saying no would only make Shopify repeat it.
      metrics.countWebhook(saved === null ? 'dropped' : saved.isNew ? 'stored' : 'repeated');
      res.status(200).end();
      if (saved?.isNew) callUp(shop);
    } catch (err) {
      // Not written down, so not acknowledged: Shopify sends it again.
      log.error({err, shop, topic}, 'a webhook could not be stored');
      metrics.countWebhook('not_stored');
      res.status(503).end();
    }
  };
}
