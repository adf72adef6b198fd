// The one door for webhooks: verify, write down, say 200. Nothing else happens before the answer; what it means is a job's affair.
import express, {type Request, type RequestHandler, type Response, Router} from 'express';
import {saveDelivery} from '../db/deliveries.ts';
import type {Deps} from '../deps.ts';
import {readWebhook, type WebhookDelivery} from '../shopify/webhook.ts';
import {type CallUp, createCallUp} from './call-up.ts';

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
  const callUp = createCallUp(deps);
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
    await store(deps, callUp, reading, res);
  };
}

async function store(deps: Deps, callUp: CallUp, delivery: WebhookDelivery, res: Response): Promise<void> {
  const {db, log, metrics, now} = deps;
  const {shop, topic, eventKey, webhookId, resource, triggeredAt} = delivery;
  try {
    const row = {shop, topic, eventKey, webhookId, resource, triggeredAt, receivedAt: now()};
    const saved = await inTime(saveDelivery(db, row));
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
}

/** Shopify waits five seconds for an answer; it has to hear in time that nothing is known to be written down. */
const patienceMs = 3_000;

/** What is stored after that all the same is the repetition's row, or the sweep's to find. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not answer within ${patienceMs} ms.`)), patienceMs);
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
