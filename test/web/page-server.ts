// The page on its two origins: the admin frame as the Shopify stand-in mounts it, and the app with its API, here with answers
// that a test sets. Tokens are real and checked, so a page that forgets its token fails.

import {randomBytes} from 'node:crypto';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import express, {type RequestHandler} from 'express';
import type {Brake, BrakeDecided} from '#contract/approvals.ts';
import type {ProductArticle} from '#contract/article.ts';
import type {DropshipOrder, DropshipOrderDetail, DropshipOrders} from '#contract/dropship-orders.ts';
import type {ApiError} from '#contract/error.ts';
import type {Overview} from '#contract/overview.ts';
import type {Choices} from '#contract/settings.ts';
import type {ServiceFigures} from '#contract/shipping/service-figures.ts';
import {type Config, readConfig} from '../../server/config.ts';
import {pageRoutes} from '../../server/http/page.ts';
import {createLog} from '../../server/log.ts';
import {adminFrame} from '../sandbox/admin/admin-frame.ts';
import {readSessionToken, signSessionToken} from '../sandbox/shopify/session-token.ts';
import {inAskedOrder, isAskedFor, isNeedy, sumToPay} from './asked-orders.ts';
import {type DecisionAnswers, decisionRoutes} from './decisions/decision-routes.ts';
import {type ServiceAnswers, serviceRoutes} from './fulfilment/service-routes.ts';
import {inTrouble} from './in-trouble.ts';
import {type DepartureAnswers, leaveRoutes} from './leave/leave-routes.ts';
import {type MailAnswers, mailRoutes} from './mail/mail-routes.ts';
import {answer, type StoreAnswers, storeRoutes} from './orders/store-routes.ts';
import {type PricingAnswers, pricingRoutes} from './pricing/pricing-routes.ts';
import {type ProductAnswers, productRoutes} from './products/product-routes.ts';
import {type InsightAnswers, insightRoutes} from './reports/insight-routes.ts';
import {type RulesAnswers, rulesRoutes} from './rules/rules-routes.ts';
import {type RunAnswers, runRoutes} from './runs/run-routes.ts';
import {type ConnectionAnswers, connectionRoutes} from './settings/connection-routes.ts';
import {type SettingsAnswers, settingsRoutes} from './settings/settings-routes.ts';
import {type SetUpAnswers, setUpRoutes} from './setup/setup-routes.ts';

export type Answers = SettingsAnswers &
  StoreAnswers &
  PricingAnswers &
  ServiceAnswers &
  MailAnswers &
  ConnectionAnswers &
  InsightAnswers &
  DepartureAnswers &
  RulesAnswers &
  RunAnswers &
  SetUpAnswers &
  DecisionAnswers &
  ProductAnswers & {
    overview: Overview;
    choices: Choices;
    brakes: Brake[];
    decideBrake: (id: string, decision: string) => BrakeDecided | ApiError;
    /** What a button of Home is answered; by the path it posts to. */
    answerClick: (path: string) => object;
    /** Left out: the page does not ask. */
    serviceFigures: ServiceFigures;
    orders: DropshipOrder[];
    /** Left out: 3, so that a few orders make more than one page. */
    ordersAPage?: number;
    /** Left out: what the orders are together. */
    toPay?: DropshipOrders['toPay'];
    /** What the pages of single orders show. */
    details: DropshipOrderDetail[];
    /** By the product's gid. */
    productArticles?: Record<string, string>;
    actOnOrder: (id: string, action: string) => DropshipOrderDetail | ApiError;
    /** Why something is not done to one of several orders. */
    bulkErrors?: Record<string, {code: string; message: string}>;
    markSeen: (id: string) => DropshipOrder | ApiError;
    /** While true, the server answers everything with an error of its own. */
    broken?: boolean | 'unexpectedly';
    /** So many more reads are answered with 429, to be repeated after a second. */
    refusals?: number;
    /** So many more actions are answered in the same way. */
    refusedActions?: number;
  };

export type PageServer = {
  readonly adminUrl: string;
  readonly answers: Answers;
  /** What the page sent to be kept. */
  readonly saved: unknown[];
  /** The clicks on orders: whose, up to when, and the key of the click. */
  readonly seen: SeenClick[];
  /** What was done on the page of one order. */
  readonly acted: {readonly id: string; readonly action: string; readonly input: unknown}[];
  /** The settings whose effect the page asked for. */
  readonly previewed: unknown[];
  /** The prices that were tried on an article. */
  readonly tried: unknown[];
  readonly decided: {readonly id: string; readonly decision: string; readonly articleIds?: readonly string[]}[];
  /** What other buttons of Home sent. */
  readonly clicked: {readonly path: string; readonly body: unknown}[];
  readonly close: () => Promise<void>;
};

type SeenClick = {readonly id: string; readonly upTo: unknown; readonly key: string | undefined};

const shop = 'sandbox.myshopify.com';
const keys = {apiKey: 'sandbox-api-key', apiSecret: 'sandbox-api-secret'};

/** A complete configuration, of which the page needs the Shopify part. */
export const aConfig = (changes: Record<string, string>): Config =>
  readConfig({
    HOST: 'https://app.example',
    SHOPIFY_API_KEY: keys.apiKey,
    SHOPIFY_API_SECRET: keys.apiSecret,
    SUPPLIER_URL: 'https://supplier.example',
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    ...changes,
  });

/** Starts both origins on free ports; web/dist must be built. `dist` is another folder with a page instead of it. */
export async function startPageServer(answers: Answers, dist?: string): Promise<PageServer> {
  const heard: Heard = {saved: [], seen: [], acted: [], previewed: [], tried: [], decided: [], clicked: []};
  const admin = express();
  const app = express();
  const adminServer = await listen(admin);
  const appServer = await listen(app);
  const sessionToken = (ofShop: string) => signSessionToken(keys, ofShop, Date.now());
  const origin = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const adminOrigin = origin(adminServer);
  admin.get('/sandbox/api/scopes', (_request, response) => void response.json({optional: []}));
  admin.use(adminFrame({sessionToken, appUrl: () => origin(appServer), apiKey: keys.apiKey, shops: [shop]}));
  app.use('/api', requireToken, api(answers, heard));
  app.use(pageRoutes({config: aConfig({SHOPIFY_ORIGIN: adminOrigin}), log: createLog('warn')}, dist));
  return {
    adminUrl: `${adminOrigin}/admin/sandbox`,
    answers,
    ...heard,
    close: async () => {
      await Promise.all([close(adminServer), close(appServer)]);
    },
  };
}

type Heard = Pick<PageServer, 'saved' | 'seen' | 'acted' | 'previewed' | 'tried' | 'decided' | 'clicked'>;

function api(answers: Answers, heard: Heard): express.Router {
  const {decided, clicked} = heard;
  const router = express.Router();
  router.use(express.json(), inTrouble(answers));
  router.use(runRoutes(answers, clicked), decisionRoutes(answers, clicked));
  router.get('/overview', (_request, response) => {
    response.json({...answers.overview, brakes: answers.brakes.filter(({state}) => state === 'held')});
  });
  router.use(settingsRoutes(answers, heard), productRoutes(answers, clicked));
  router.use(rulesRoutes(answers, heard), pricingRoutes(answers, heard), setUpRoutes(answers, heard));
  router.use(
    serviceRoutes(answers, clicked),
    mailRoutes(answers, heard),
    connectionRoutes(answers),
    insightRoutes(answers),
    leaveRoutes(answers, clicked),
  );
  router.post('/brakes/:id/:decision', ({params: {id, decision}, body}, response) => {
    decided.push({id, decision, ...(body?.articleIds === undefined ? {} : {articleIds: body.articleIds})});
    answer(response, answers.decideBrake(id, decision));
  });
  router.post(
    ['/articles/:id/approve-cost', '/images/failed/retry', '/matches/decide', '/sending/:change'],
    (request, response) => {
      clicked.push({path: request.path, body: request.body});
      answer(response, answers.answerClick(request.path));
    },
  );
  router.get('/fulfilment-service/figures', (_request, response) => void response.json(answers.serviceFigures));
  router.get('/choices', (_request, response) => void response.json(answers.choices));
  router.use(orderRoutes(answers, heard));
  return router;
}

function orderRoutes(answers: Answers, {seen, acted}: Heard): express.Router {
  const router = express.Router();
  router.use(storeRoutes(answers));
  router.get('/dropship-orders', ({query}, response) => {
    const sorted = inAskedOrder(answers.orders, query);
    const orders = sorted.filter((order) => isAskedFor(order, query));
    // Like the real cursor, it names an order: what left the list meanwhile shifts nothing.
    const last = sorted.findIndex(({id}) => id === query.cursor);
    const rest = orders.filter((order) => sorted.indexOf(order) > last);
    const {ordersAPage = 3} = answers;
    const shown = rest.slice(0, ordersAPage);
    const answered: DropshipOrders = {
      orders: shown,
      nextCursor: rest.length > ordersAPage ? (shown.at(-1)?.id ?? null) : null,
      states: [...Map.groupBy(answers.orders, ({state}) => state)].map(([state, those]) => ({
        state,
        count: those.length,
        oldestSince: those[0]?.since ?? '',
      })),
      flagged: answers.orders.filter(({flags}) => flags.some(({seenAt}) => seenAt === null)).length,
      needsYou: answers.orders.filter((order) => isNeedy(order)).length,
      toPay: answers.toPay ?? sumToPay(answers.orders),
      settingsUnreadable: answers.overview.settingsUnreadable,
    };
    response.json(answered);
  });
  router.get('/products/:gid/article', ({params: {gid}}, response) => {
    const asked: ProductArticle = {articleId: answers.productArticles?.[gid] ?? null};
    response.json(asked);
  });
  router.get('/dropship-orders/:id', ({params: {id}}, response) => {
    const order = answers.details.find((one) => one.id === id);
    if (order === undefined) {
      response.status(404).json({error: {code: 'not_found', message: 'There is no such dropship order.'}});
      return;
    }
    response.json(order);
  });
  router.post('/dropship-orders/bulk', (request, response) => {
    const {action, ids, shown}: {action: string; ids: string[]; shown?: Record<string, unknown>} = request.body;
    for (const id of ids) acted.push({id, action, input: shown?.[id] ?? 'one of several'});
    response.json({results: ids.map((id) => ({id, error: answers.bulkErrors?.[id] ?? null}))});
  });
  router.post('/dropship-orders/:id/:action', (request, response, next) => {
    const {id, action} = request.params;
    if (action === 'seen' && answers.details.length === 0) return next();
    acted.push({id, action, input: request.body});
    answer(response, answers.actOnOrder(id, action));
  });
  router.post('/dropship-orders/:id/seen', (request, response) => {
    seen.push({id: request.params.id, upTo: request.body.upTo, key: request.get('idempotency-key')});
    answer(response, answers.markSeen(request.params.id));
  });
  return router;
}

const requireToken: RequestHandler = (request, response, next) => {
  const token = (request.get('authorization') ?? '').replace(/^Bearer /, '');
  if (readSessionToken(keys, shop, Date.now(), token) !== null) return next();
  response.status(401).json({error: {code: 'session_expired', message: 'Your session has ended. Reload the page.'}});
};

const listen = (app: express.Express): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(app);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
