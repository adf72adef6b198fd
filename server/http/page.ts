// The embedded page, built by Vite. Only the Shopify admin, the store named in the query and the sandbox may show it in a frame.
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {type Request, type RequestHandler, type Response, Router} from 'express';
import {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../deps.ts';
import {serveAssets} from './encoding/serve-assets.ts';
import {type PagePartsAt, readPageParts} from './page-parts.ts';
import {reportPath} from './policy-reports.ts';

const built = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** https://shopify.dev/docs/api/app-home/latest/web-components: App Bridge first, both from Shopify's CDN. */
const cdn = 'https://cdn.shopify.com';
const cdnScripts = [`${cdn}/shopifycloud/app-bridge.js`, `${cdn}/shopifycloud/polaris-1.js`];

/** The build needs development packages, which `npm ci --omit=dev` leaves out. */
const notBuilt =
  'the page is not built: it answers 503. Run npm run build where all packages are installed, or copy web/dist from there, then start again';

/** @param dist the folder with Vite's build. The page is read once, when the routes are created; assets are read on request. */
export function pageRoutes({config, log}: Pick<Deps, 'config' | 'log'>, dist = built): Router {
  const {apiKey, origin} = config.shopify;
  const scripts = origin === null ? cdnScripts : [`${origin}/sandbox/app-bridge.js`, `${origin}/sandbox/polaris.js`];
  const html = readPage(dist, apiKey, scripts);
  if (html === null) log.warn({dist}, notBuilt);
  const router = Router();
  router.use('/assets', serveAssets(`${dist}/assets`));
  const page = servePage(html, readPageParts(dist), {
    origin,
    pictures: origin === null ? null : new URL(config.supplier.url).origin,
    mode: config.policyMode,
  });
  router.get('/', page);
  router.get('/{*path}', (req, res, next) => {
    if (isPageOfTheApp(req)) page(req, res, next);
    else next();
  });
  return router;
}

/** Paths of the server itself; a browser gets no page for them. */
const ofTheServer = /^\/(api|webhooks|assets|healthz|readyz|metrics|policy-reports)(\/|$)/i;

/** The page reads the rest of its URL itself. A request that does not accept HTML by name wants a file, which does not exist. */
const isPageOfTheApp = ({path, headers}: Request): boolean =>
  !ofTheServer.test(path) && (headers.accept ?? '').includes('text/html');

/** Null if the page was not built. */
function readPage(dist: string, apiKey: string, scripts: readonly string[]): string | null {
  const template = readTemplate(dist);
  const tags = scripts.map((src) => `<script src="${src}"></script>`).join('\n    ');
  return (
    template
      ?.replace('%SHOPIFY_API_KEY%', () => escapeAttribute(apiKey))
      .replace('<!--shopify-scripts-->', () => tags) ?? null
  );
}

function readTemplate(dist: string): string | null {
  try {
    return readFileSync(`${dist}/index.html`, 'utf8');
  } catch {
    return null;
  }
}

type PagePolicy = {
  readonly origin: string | null;
  /** The supplier's origin, for a stand-in that serves pictures over http; null with the real Shopify: pictures then need https. */
  readonly pictures: string | null;
  readonly mode: Deps['config']['policyMode'];
};

function servePage(html: string | null, partsAt: PagePartsAt, policy: PagePolicy): RequestHandler {
  return (req, res) => {
    const shop = ShopDomain.safeParse(req.query['shop']);
    setSecurityHeaders(res, shop.success ? shop.data : null, policy);
    if (html === null) {
      res.status(503).type('text').send('The page is not built. Run npm run build and start again.');
    } else if (!shop.success) {
      res.status(400).type('text').send('Open Piecewise from the Apps list of your Shopify admin.');
    } else {
      const {scripts, outline} = partsAt(req.path);
      const page = html.replace('</head>', () => `${preloads(scripts)}</head>`).replace(root, () => root + outline);
      res.type('html').send(page);
    }
  };
}

/** Where the outline of the page is shown, and then the page itself. */
const root = '<div id="root"></div>';

const preloads = (scripts: readonly string[]): string =>
  scripts.map((src) => `  <link rel="modulepreload" crossorigin href="${escapeAttribute(src)}" />\n  `).join('');

/**
 * Who may frame the page is always enforced, as Shopify requires:
 * https://shopify.dev/docs/apps/build/security/app-server/set-up-iframe-protection
 * Shopify does not document what App Bridge and Polaris load. In `report` mode browsers only report what the other directives
 * would block: in their console, and to policy-reports.ts.
 */
function setSecurityHeaders(res: Response, shop: ShopDomain | null, {origin, pictures, mode}: PagePolicy): void {
  const ancestors =
    shop === null ? "'none'" : [`https://${shop}`, 'https://admin.shopify.com', ...(origin ? [origin] : [])].join(' ');
  const framing = `frame-ancestors ${ancestors}`;
  // Browsers without `report-to` go by `report-uri`.
  const sources = [...sourcesOf(origin ?? cdn, pictures), 'report-to policy', `report-uri ${reportPath}`].join('; ');
  res.set({
    'reporting-endpoints': `policy="${reportPath}"`,
    ...(mode === 'enforce'
      ? {'content-security-policy': `${sources}; ${framing}`}
      : {'content-security-policy': framing, 'content-security-policy-report-only': sources}),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'origin-when-cross-origin',
    'cache-control': 'no-store',
  });
}

/** @param scripts where Shopify's two scripts come from. */
const sourcesOf = (scripts: string, pictures: string | null): readonly string[] => [
  "default-src 'self'",
  `script-src 'self' ${scripts}`,
  `style-src 'self' 'unsafe-inline' ${scripts}`,
  `img-src 'self' data: https:${pictures === null ? '' : ` ${pictures}`}`,
  `font-src 'self' ${cdn}`,
  `connect-src 'self' ${scripts} https://*.shopify.com https://*.shopifysvc.com`,
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
];

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
