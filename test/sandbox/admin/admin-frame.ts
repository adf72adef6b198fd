// The stand-in's human side: a frame that embeds the app as Shopify's admin does, and a page on which shoppers order.
import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import express, {type Response, type Router} from 'express';
import {loadAppBridgeScript, loadPolarisScript} from './browser-scripts.ts';
import {type ControlledSupplier, supplierControls} from './supplier-controls.ts';

export type AdminFrame = {
  /** A signed session token as Shopify's admin gives it to App Bridge. */
  readonly sessionToken: (shop: string) => string;
  /** Where the app's page lives, another origin than this one; null while no app has been named. */
  readonly appUrl: () => string | null;
  readonly apiKey: string;
  /** Permanent domains of the stores that have an admin here. */
  readonly shops: readonly string[];
  /** Whom the visitor's controls act on; without one they offer only the store. */
  readonly supplier?: ControlledSupplier;
  /** Whether `/sandbox/mailbox` lists the app's mails. */
  readonly hasMailbox?: boolean;
};

/**
 * Routes for the Shopify stand-in: `/`; `/admin/{handle}` with the app's own address behind it; `/store/{handle}/…`,
 * the admin's own pages of orders, products, shipping, locations and order processing; `/sandbox/store/{handle}`, where shoppers order; the visitor's controls and the two stand-in scripts.
 */
export function adminFrame({sessionToken, appUrl, apiKey, shops, supplier, hasMailbox = false}: AdminFrame): Router {
  const router = express.Router();
  const shopOf = (handle: string): string | undefined => shops.find((shop) => handleOf(shop) === handle);
  const stores = shops.map((shop) => ({shop, handle: handleOf(shop)}));

  router.get('/', async (_request, response) => {
    await sendPage(response, 'home', {stores, supplierUrl: supplier?.url ?? null});
  });
  // What follows the handle is an address inside the app; the page in the frame reads it.
  router.get('/admin/:handle{/*path}', async ({params: {handle}, query}, response, next) => {
    const shop = shopOf(handle);
    if (shop === undefined) return next();
    const url = appUrl();
    if (url === null) {
      response.status(503).type('text/plain').send('No app is connected to this sandbox yet.');
      return;
    }
    const locale = typeof query.locale === 'string' ? query.locale : 'en-GB';
    const supplierUrl = supplier?.url ?? null;
    await sendFrame(response, {shop, handle, appUrl: url, apiKey, locale, supplierUrl, hasMailbox});
  });
  router.post('/admin/:handle/session-token', ({params: {handle}}, response, next) => {
    const shop = shopOf(handle);
    if (shop === undefined) return next();
    response.set('cache-control', 'no-store').type('text/plain').send(sessionToken(shop));
  });
  router.get('/sandbox/store/:handle', async ({params: {handle}}, response, next) => {
    const shop = shopOf(handle);
    if (shop === undefined) return next();
    await sendPage(response, 'store', {shop, handle});
  });
  for (const [path, file] of [
    ['orders', 'order'],
    ['products', 'admin/product'],
    ['markets', 'admin/shipping'],
  ] as const) {
    router.get(`/store/:handle/${path}/:number`, async ({params: {handle, number}}, response, next) => {
      const shop = shopOf(handle);
      if (shop === undefined || !/^\d{1,16}$/.test(number)) return next();
      await sendPage(response, file, {shop, handle, number});
    });
  }
  for (const [path, file] of storePages) {
    router.get(`/store/:handle/${path}`, async ({params: {handle}}, response, next) => {
      const shop = shopOf(handle);
      if (shop === undefined) return next();
      await sendPage(response, file, {shop, handle});
    });
  }
  if (supplier !== undefined) router.use('/sandbox/api/supplier', supplierControls(supplier));
  router.use(scripts());
  return router;
}

/** The pages of a store's admin by their address, with the file of each. */
const storePages = [
  ['orders', 'admin/orders'],
  ['products', 'admin/products'],
  ['settings/shipping', 'admin/shipping'],
  ['markets', 'admin/shipping'],
  ['settings/plan', 'admin/plan'],
  ['settings/billing', 'admin/plan'],
  ['settings/apps', 'admin/apps'],
  ['settings/locations', 'admin/locations'],
  ['settings/general', 'admin/order-processing'],
] as const;

const handleOf = (shop: string): string => shop.replace(/\.myshopify\.com$/, '');

function scripts(): Router {
  const router = express.Router();
  router.get('/sandbox/polaris.js', async (_request, response) => {
    response.type('text/javascript').send(await loadPolarisScript());
  });
  router.get('/sandbox/app-bridge.js', async (_request, response) => {
    response.type('text/javascript').send(await loadAppBridgeScript());
  });
  router.use('/sandbox/pages', express.static(fileURLToPath(new URL('pages', import.meta.url)), {index: false}));
  return router;
}

const readPage = (file: string): Promise<string> => readFile(new URL(`pages/${file}.html`, import.meta.url), 'utf8');

const sendFrame = async (response: Response, settings: unknown): Promise<void> =>
  sendHtml(response, await readPage('frame'), settings);

/** A page of its own: what its file holds, in the frame that all pages share. The file's first line is its title. */
async function sendPage(response: Response, name: string, settings: unknown): Promise<void> {
  const file = await readPage(name);
  const title = /^<!-- (.*) -->/.exec(file)?.[1] ?? '';
  const parts: Readonly<Record<string, string>> = {TITLE: title, MAIN: file, NAME: name};
  const html = (await readPage('page')).replaceAll(/%(TITLE|MAIN|NAME)%/g, (_, part: string) => parts[part] ?? '');
  sendHtml(response, html, settings);
}

function sendHtml(response: Response, html: string, settings: unknown): void {
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  response
    .set('cache-control', 'no-store')
    .type('html')
    .send(html.replace('"%SETTINGS%"', () => json));
}
