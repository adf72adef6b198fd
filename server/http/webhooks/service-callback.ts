// The address that Shopify calls when something is requested of the app's fulfilment service. The call names no order and only starts a
// look at Shopify: https://shopify.dev/docs/apps/build/orders-fulfillment/fulfillment-service-apps/build-for-fulfillment-services
import express, {type RequestHandler, type Response, Router} from 'express';
import {ShopDomain} from '#domain/ids.ts';
import {loadServiceLocation} from '../../db/fulfilment-services/services.ts';
import type {Deps} from '../../deps.ts';
import {askTask} from '../../queue/ask-task.ts';
import {isSignedByShopify} from '../../shopify/auth/webhook.ts';
import {limitBodyTime} from '../limits/read-limits.ts';
import {createRefusedLog} from '../refused-log.ts';
import {createCallCounter} from './count-calls.ts';

/** The prefix that is registered as the service's callback URL. Shopify adds the second part. */
export const callbackPrefix = '/fulfilment';
const callbackPath = `${callbackPrefix}/fulfillment_order_notification`;

/** Bytes of a call's body, which is one short word. */
const bodyLimit = 1_000;

type CallbackDeps = Pick<Deps, 'webhookDb' | 'queues' | 'log' | 'shopify' | 'now'>;

export function serviceCallbackRoutes(deps: CallbackDeps): Router {
  const router = Router();
  const raw = express.raw({type: () => true, limit: bodyLimit, inflate: false});
  router.post(callbackPath, limitBodyTime(), requireHeaders, raw, receiveCall(deps));
  return router;
}

/** Refuses a call that cannot be Shopify's before its body is read. */
const requireHeaders: RequestHandler = (req, res, next) => {
  const isForm = ShopDomain.safeParse(req.get('x-shopify-shop-domain')).success;
  if (!isForm || !/^[A-Za-z0-9+/]{43}=$/.test(req.get('x-shopify-hmac-sha256') ?? '')) res.status(401).end();
  else if (Number(req.get('content-length') ?? 0) > bodyLimit) res.status(413).end();
  else next();
};

/**
 * Has a worker look at the store's requests, and counts the call. Of a store without a service nothing is asked: the header is not signed.
 */
function receiveCall(deps: CallbackDeps): RequestHandler {
  const {webhookDb, shopify} = deps;
  const logRefused = createRefusedLog(deps, 'a call of the fulfilment service was refused');
  const countCall = createCallCounter(deps);
  return async (req, res) => {
    const body: unknown = req.body;
    const shop = ShopDomain.parse(req.get('x-shopify-shop-domain'));
    if (!Buffer.isBuffer(body) || !isSignedByShopify(shopify, body, req.get('x-shopify-hmac-sha256') ?? '')) {
      logRefused(req, 'The signature does not match.');
      res.status(401).end();
      return;
    }
    res.once('close', () => countCall(shop, isAnswered(res) ? 'answered' : 'failed'));
    if ((await loadServiceLocation(webhookDb, shop)) !== null) await askTask(deps, 'answer-requests', shop);
    res.status(200).end();
  };
}

/** Whether Shopify got the whole of a successful answer. It closes the connection when it has waited long enough. */
const isAnswered = (res: Response): boolean => res.writableFinished && res.statusCode < 300;
