// The order of the routes: webhooks before any body parser, then the API, health, the page; one error handler.

import express, {type ErrorRequestHandler, type Express} from 'express';
import {Failure} from '#domain/failure.ts';
import {SettingsUnreadable} from '#domain/settings/settings.ts';
import type {Deps} from '../deps.ts';
import {approvalRoutes} from './api/approvals.ts';
import {articleRoutes} from './api/article.ts';
import {articlesRoutes} from './api/articles.ts';
import {auditRoutes} from './api/audit.ts';
import {connectionRoutes} from './api/connection.ts';
import {decisionRoutes} from './api/decisions.ts';
import {marginRoutes} from './api/margins.ts';
import {matchRoutes} from './api/matches.ts';
import {definedOptionsRoutes} from './api/options/defined-options.ts';
import {overruledOptionsRoutes} from './api/options/overruled-options.ts';
import {bulkActionRoutes} from './api/orders/bulk-actions.ts';
import {deliveryRoutes} from './api/orders/delivery.ts';
import {dropshipOrderRoutes} from './api/orders/dropship-orders.ts';
import {enteredRoutes} from './api/orders/entered.ts';
import {orderActionRoutes} from './api/orders/order-actions.ts';
import {salesRoutes} from './api/orders/sales.ts';
import {standingAnswerRoutes} from './api/orders/standing-answers.ts';
import {storeOrderRoutes} from './api/orders/store-orders.ts';
import {overviewRoutes} from './api/overview.ts';
import {previewRoutes} from './api/preview.ts';
import {pricingRoutes} from './api/pricing.ts';
import {productArticleRoutes} from './api/products/product-article.ts';
import {readArticleRoutes} from './api/products/read-article.ts';
import {runChangeRoutes} from './api/run-changes.ts';
import {runRoutes} from './api/runs.ts';
import {sendingRoutes} from './api/sending.ts';
import {setUpRoutes} from './api/set-up/set-up.ts';
import {settingsRoutes} from './api/settings.ts';
import {shippingRoutes} from './api/shipping.ts';
import {undoRoutes} from './api/undo.ts';
import {compressAnswers} from './encoding/compress-answers.ts';
import {healthRoutes, isReachable} from './health.ts';
import {limitPreviews, type PreviewLimits, previewLimits, previewPaths} from './limits/limit-previews.ts';
import {limitRequests, type RequestLimits, requestLimits} from './limits/limit-requests.ts';
import {limitSaves} from './limits/limit-saves.ts';
import {limitBodies, limitWork, type WorkLimits, workLimits} from './limits/limit-work.ts';
import {dropBody} from './limits/read-limits.ts';
import {pageRoutes} from './page.ts';
import {refuseUnstorableText} from './plain-text.ts';
import {policyReportRoutes} from './policy-reports.ts';
import {Refusal, refuse} from './refusal.ts';
import {giveRequestId} from './request-id.ts';
import {requireRights} from './rights.ts';
import {requireInstalled, requireToken} from './session.ts';
import {settingsPaths} from './settings-addresses.ts';
import {createStorageTrouble} from './storage-trouble.ts';
import {webhookRoutes} from './webhooks.ts';

export type AppLimits = {
  readonly requests: RequestLimits;
  readonly previews: PreviewLimits;
  readonly work: WorkLimits;
};
const usualLimits: AppLimits = {requests: requestLimits, previews: previewLimits, work: workLimits};

export function createApp(deps: Deps, limits = usualLimits): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(giveRequestId);
  app.use(asDeclared);
  if (deps.config.production) app.use(onlyOverHttps);
  const storage = createStorageTrouble(deps.db);
  // Before everything that a webhook does not need: its answer has no body to compress.
  app.use(webhookRoutes(deps, storage));
  app.use(policyReportRoutes(deps));
  app.use(compressAnswers());
  app.use(
    '/api',
    countRequests(deps),
    apiHeaders,
    requireToken(deps),
    limitRequests(deps, limits.requests),
    requireInstalled(deps),
    requireRights(deps),
    ...limitBodies(),
    express.json({limit: '200kb'}),
    limitWork(limits.work),
    api(deps, limits),
    noSuchRoute,
  );
  app.use(dropBody);
  app.use(healthRoutes(deps, storage));
  app.use(pageRoutes(deps));
  app.use(noSuchRoute);
  app.use(lastResort(deps));
  return app;
}

function api(deps: Deps, limits: AppLimits): express.Router {
  const router = express.Router();
  router.use(previewPaths, limitPreviews(limits.previews));
  router.use([...settingsPaths], limitSaves(limits.previews.waitMs));
  router.use(
    overviewRoutes(deps),
    connectionRoutes(deps),
    runRoutes(deps),
    setUpRoutes(deps),
    dropshipOrderRoutes(deps),
    deliveryRoutes(deps),
    enteredRoutes(deps),
    storeOrderRoutes(deps),
    salesRoutes(deps),
    shippingRoutes(deps),
    auditRoutes(deps),
    // The routes above accept only fixed words and a supplier key in a body, and a key may contain any character.
    refuseUnstorableText,
    bulkActionRoutes(deps),
    orderActionRoutes(deps),
    standingAnswerRoutes(deps),
    sendingRoutes(deps),
    marginRoutes(deps),
    settingsRoutes(deps),
    previewRoutes(deps),
    pricingRoutes(deps),
    articlesRoutes(deps),
    articleRoutes(deps),
    definedOptionsRoutes(deps),
    overruledOptionsRoutes(deps),
    readArticleRoutes(deps),
    productArticleRoutes(deps),
    runChangeRoutes(deps),
    undoRoutes(deps),
    approvalRoutes(deps),
    matchRoutes(deps),
    decisionRoutes(deps),
  );
  return router;
}

/** Browsers must not guess an answer's content type. */
const asDeclared: express.RequestHandler = (_req, res, next) => {
  res.setHeader('x-content-type-options', 'nosniff');
  next();
};

/**
 * Browsers then use only https for a year (https://www.rfc-editor.org/rfc/rfc6797). Only in production, where HOST is https: a
 * browser that received it for localhost would apply it to every server on that machine.
 */
const onlyOverHttps: express.RequestHandler = (_req, res, next) => {
  res.setHeader('strict-transport-security', 'max-age=31536000');
  next();
};

const apiHeaders: express.RequestHandler = (_req, res, next) => {
  res.set('cache-control', 'no-store');
  next();
};

function countRequests({metrics}: Deps): express.RequestHandler {
  return (_req, res, next) => {
    const begun = performance.now();
    res.on('finish', () => metrics.countRequest(res.statusCode, performance.now() - begun));
    next();
  };
}

const noSuchRoute: express.RequestHandler = (_req, res) => {
  refuse(res, new Refusal(404, 'not_found', 'There is nothing at this address.'));
};

/**
 * The only error handler. It logs every error it answers with 5xx, and sends no details of an unknown one. After an answer has begun, it
 * only closes the connection.
 */
function lastResort({db, log}: Deps): ErrorRequestHandler {
  return async (error, req, res, _next) => {
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const refusal = toRefusal(error);
    if (refusal.status >= 500) log.error({err: error, path: req.path}, 'request failed');
    refuse(res, refusal.status === 500 && !(await isReachable(db)) ? unreachable : refusal);
  };
}

const unreachable = new Refusal(
  503,
  'unavailable',
  'The app cannot reach its data at the moment. Try again in a minute.',
);

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof Failure) return toRemoteRefusal(error);
  if (error instanceof SettingsUnreadable) return new Refusal(409, 'settings_unreadable', error.message);
  const status = statusOf(error);
  if (status === 413) return new Refusal(413, 'too_large', 'The request is too large.');
  if (status === 400) return new Refusal(400, 'unreadable', 'The request could not be read.');
  if (status === 415) return new Refusal(415, 'unreadable', 'The request is in an encoding that is not accepted.');
  return new Refusal(500, 'internal', 'Something went wrong on our side. Try again, and tell us if it stays.');
}

function toRemoteRefusal({remote, kind, message}: Failure): Refusal {
  const who = remote === 'shopify' ? 'Shopify' : 'The supplier';
  return kind === 'refused'
    ? new Refusal(403, `${remote}_refused`, message)
    : new Refusal(503, `${remote}_unavailable`, `${who} cannot be reached at the moment. Try again in a minute.`);
}

/** Express's own errors carry their HTTP status. */
function statusOf(error: unknown): number | null {
  return typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : null;
}
