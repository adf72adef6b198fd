// Builds the Express app. Route order: webhooks before any body parser, then the API, health checks and the page; one error handler.

import express, {type ErrorRequestHandler, type Express} from 'express';
import type {Deps} from '../deps.ts';
import {auditRoutes} from './api/activity/audit.ts';
import {approvalRoutes} from './api/approvals.ts';
import {articleRoutes} from './api/article.ts';
import {articlesRoutes} from './api/articles.ts';
import {connectionRoutes} from './api/connection.ts';
import {decisionRoutes} from './api/decisions.ts';
import {departureRoutes} from './api/departure/departure.ts';
import {refuseWhileLeaving} from './api/departure/refuse-while-leaving.ts';
import {serviceFiguresRoutes} from './api/fulfilment/service-figures.ts';
import {diagnosticsRoutes} from './api/help/diagnostics.ts';
import {mailRoutes} from './api/mail/mail.ts';
import {marginRoutes} from './api/margins.ts';
import {matchRoutes} from './api/matches.ts';
import {definedOptionsRoutes} from './api/options/defined-options.ts';
import {overruledOptionsRoutes} from './api/options/overruled-options.ts';
import {unansweredRoutes} from './api/options/unanswered.ts';
import {bulkActionRoutes} from './api/orders/bulk-actions.ts';
import {buyerRefundRoutes} from './api/orders/buyer-refund.ts';
import {deliveryRoutes} from './api/orders/delivery.ts';
import {dropshipOrderRoutes} from './api/orders/dropship-orders.ts';
import {buyerEntryRoutes} from './api/orders/entered.ts';
import {findBuyersRoutes} from './api/orders/find-buyers.ts';
import {orderActionRoutes} from './api/orders/order-actions.ts';
import {salesRoutes} from './api/orders/sales.ts';
import {shipmentRoutes} from './api/orders/shipments.ts';
import {standingAnswerRoutes} from './api/orders/standing-answers.ts';
import {storeOrderRoutes} from './api/orders/store-orders.ts';
import {overviewRoutes} from './api/overview.ts';
import {previewRoutes} from './api/preview.ts';
import {pricingRoutes} from './api/pricing.ts';
import {articlesFileRoutes} from './api/products/articles-file.ts';
import {ownPriceRoutes} from './api/products/own-prices.ts';
import {productArticleRoutes} from './api/products/product-article.ts';
import {readArticleRoutes} from './api/products/read-article.ts';
import {templateRoutes} from './api/products/try-template.ts';
import {reportRoutes} from './api/reports/reports.ts';
import {runChangeRoutes} from './api/run-changes.ts';
import {runRoutes} from './api/runs.ts';
import {sendingRoutes} from './api/sending.ts';
import {setUpRoutes} from './api/set-up/set-up.ts';
import {settingsRoutes} from './api/settings.ts';
import {fulfilmentServiceRoutes} from './api/shipping/fulfilment-service.ts';
import {shippingProfileRoutes} from './api/shipping/shipping-profile.ts';
import {shippingRoutes} from './api/shipping.ts';
import {undoRoutes} from './api/undo.ts';
import {compressAnswers} from './encoding/compress-answers.ts';
import {toRefusal} from './error-refusal.ts';
import {healthRoutes, isReachable} from './health.ts';
import {
  filePaths,
  limitFiles,
  limitPreviews,
  type PreviewLimits,
  previewLimits,
  previewPaths,
  reportPaths,
} from './limits/limit-previews.ts';
import {limitRequests, type RequestLimits, requestLimits} from './limits/limit-requests.ts';
import {limitSaves} from './limits/limit-saves.ts';
import {limitBodies, limitWork, type WorkLimits, workLimits} from './limits/limit-work.ts';
import {dropBody} from './limits/read-limits.ts';
import {mailLinkRoutes} from './mail-links.ts';
import {pageRoutes} from './page.ts';
import {refuseUnstorableText} from './plain-text.ts';
import {policyReportRoutes} from './policy-reports.ts';
import {Refusal, refuse} from './refusal.ts';
import {assignRequestId} from './request-id.ts';
import {requireRights} from './rights.ts';
import {requireInstalled, requireToken} from './session.ts';
import {settingsPaths} from './settings-addresses.ts';
import {createStorageTrouble} from './storage-trouble.ts';
import {serviceCallbackRoutes} from './webhooks/service-callback.ts';
import {webhookRoutes} from './webhooks.ts';

/** Limits of a web process: requests of each shop, previews, and all API requests together. */
export type AppLimits = {
  readonly requests: RequestLimits;
  readonly previews: PreviewLimits;
  readonly work: WorkLimits;
};
export const defaultLimits: AppLimits = {requests: requestLimits, previews: previewLimits, work: workLimits};

/** Builds the app with all its routes. It does not listen yet. */
export function createApp(deps: Deps, limits = defaultLimits): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(assignRequestId);
  app.use(forbidTypeGuessing);
  if (deps.config.production) app.use(requireHttpsFromNowOn);
  const storage = createStorageTrouble(deps.db);
  // Webhook routes come before compression, because their answers have no body to compress.
  app.use(webhookRoutes(deps, storage));
  app.use(serviceCallbackRoutes(deps));
  app.use(policyReportRoutes(deps));
  app.use(mailLinkRoutes(deps));
  app.use(compressAnswers());
  app.use(
    '/api',
    countRequests(deps),
    forbidCaching,
    requireToken(deps),
    limitRequests(deps, limits.requests),
    requireInstalled(deps),
    requireRights(deps),
    ...limitBodies(),
    express.json({limit: '200kb'}),
    limitWork(limits.work),
    refuseWhileLeaving(deps),
    createApiRouter(deps, limits),
    answerNoSuchRoute,
  );
  app.use(dropBody);
  app.use(healthRoutes(deps, storage));
  app.use(pageRoutes(deps));
  app.use(answerNoSuchRoute);
  app.use(handleErrors(deps));
  return app;
}

/** All routes below /api. Requests that reach it have passed the checks of session, installation and rights. */
function createApiRouter(deps: Deps, limits: AppLimits): express.Router {
  const router = express.Router();
  router.use(previewPaths, limitPreviews(limits.previews));
  router.use(reportPaths, limitPreviews(limits.previews, 'reports are being counted'));
  router.use(filePaths, limitFiles(limits.previews));
  router.use([...settingsPaths], limitSaves(limits.previews.waitMs));
  router.use(
    overviewRoutes(deps),
    departureRoutes(deps),
    connectionRoutes(deps),
    runRoutes(deps),
    setUpRoutes(deps),
    dropshipOrderRoutes(deps),
    deliveryRoutes(deps),
    buyerEntryRoutes(deps),
    storeOrderRoutes(deps),
    salesRoutes(deps),
    shippingRoutes(deps),
    shippingProfileRoutes(deps),
    fulfilmentServiceRoutes(deps),
    serviceFiguresRoutes(deps),
    auditRoutes(deps),
    reportRoutes(deps),
    diagnosticsRoutes(deps),
    // Only the routes below get this check: bodies of the routes above hold fixed words or a supplier key, which may contain any character.
    refuseUnstorableText,
    bulkActionRoutes(deps),
    orderActionRoutes(deps),
    shipmentRoutes(deps),
    buyerRefundRoutes(deps),
    findBuyersRoutes(deps),
    standingAnswerRoutes(deps),
    sendingRoutes(deps),
    mailRoutes(deps),
    marginRoutes(deps),
    settingsRoutes(deps),
    previewRoutes(deps),
    pricingRoutes(deps),
    templateRoutes(deps),
    articlesRoutes(deps),
    articlesFileRoutes(deps),
    articleRoutes(deps),
    definedOptionsRoutes(deps),
    overruledOptionsRoutes(deps),
    unansweredRoutes(deps),
    ownPriceRoutes(deps),
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

/** Tells browsers not to guess the content type of an answer. */
const forbidTypeGuessing: express.RequestHandler = (_req, res, next) => {
  res.setHeader('x-content-type-options', 'nosniff');
  next();
};

/**
 * Tells browsers to use only https for this host for a year (https://www.rfc-editor.org/rfc/rfc6797). Used in production only, where HOST
 * is https: a browser that received the header for localhost would apply it to every server on that machine.
 */
const requireHttpsFromNowOn: express.RequestHandler = (_req, res, next) => {
  res.setHeader('strict-transport-security', 'max-age=31536000');
  next();
};

const forbidCaching: express.RequestHandler = (_req, res, next) => {
  res.set('cache-control', 'no-store');
  next();
};

/** Counts each finished request in the metrics, with its status and its milliseconds. */
function countRequests({metrics}: Deps): express.RequestHandler {
  return (_req, res, next) => {
    const begun = performance.now();
    res.on('finish', () => metrics.countRequest(res.statusCode, performance.now() - begun));
    next();
  };
}

const answerNoSuchRoute: express.RequestHandler = (_req, res) => {
  refuse(res, new Refusal(404, 'not_found', 'There is nothing at this address.'));
};

/**
 * The only error handler. It logs every error it answers with 5xx, and sends no details of an unknown one. After an answer has begun, it
 * only closes the connection.
 */
function handleErrors({db, log}: Deps): ErrorRequestHandler {
  return async (error, req, res, _next) => {
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const refusal = toRefusal(error);
    if (refusal.status >= 500) log.error({err: error, path: req.path}, 'request failed');
    refuse(res, refusal.status === 500 && !(await isReachable(db)) ? databaseUnreachable : refusal);
  };
}

const databaseUnreachable = new Refusal(
  503,
  'unavailable',
  'The app cannot reach its data at the moment. Try again in a minute.',
);
