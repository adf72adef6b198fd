// The embedded page, built by Vite. Only the Shopify admin, the store named in the query and the sandbox may show it in a frame.
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {type Request, type RequestHandler, type Response, Router} from 'express';
import {ShopDomain} from '#domain/ids.ts';
import type {Deps} from '../deps.ts';
import {serveAssets} from './encoding/serve-assets.ts';
import {type PagePartsAt, readPageParts} from './page-parts.ts';
import {reportPath} from './policy-reports.ts';

const builtPageFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Where Shopify's two scripts come from. App Bridge comes first: https://shopify.dev/docs/api/app-home/latest/web-components */
const shopifyCdn = 'https://cdn.shopify.com';
const cdnScripts = [`${shopifyCdn}/shopifycloud/app-bridge.js`, `${shopifyCdn}/shopifycloud/polaris-1.js`];

/** Logged at the start if web/dist is missing. The build needs development packages, which `npm ci --omit=dev` leaves out. */
const notBuiltWarning =
  'the page is not built: it answers 503. Run npm run build where all packages are installed, or copy web/dist from there, then start again';

/** @param dist the folder with Vite's build. The page is read once, when the routes are created; assets are read on request. */
export function pageRoutes({config, log}: Pick<Deps, 'config' | 'log'>, dist = builtPageFolder): Router {
  const {apiKey, origin} = config.shopify;
  const scripts = origin === null ? cdnScripts : [`${origin}/sandbox/app-bridge.js`, `${origin}/sandbox/polaris.js`];
  const html = readPage(dist, apiKey, scripts);
  if (html === null) log.warn({dist}, notBuiltWarning);
  const router = Router();
  router.use('/assets', serveAssets(`${dist}/assets`));
  const page = servePage(html, readPageParts(dist), {
    origin,
    pictureOrigin: origin === null ? null : new URL(config.supplier.url).origin,
    mode: config.policyMode,
  });
  router.get('/', page);
  router.get('/{*path}', (req, res, next) => {
    if (isAppPage(req)) page(req, res, next);
    else next();
  });
  return router;
}

/** Paths of the server itself; a browser gets no page for them. */
const serverPaths = /^\/(api|webhooks|assets|healthz|readyz|metrics|policy-reports|mail)(\/|$)/i;

/**
 * Whether the app's page answers this request: the path is not one of the server, and the client accepts text/html by name. A client that
 * does not wants a file, and no such file exists.
 */
const isAppPage = ({path, headers}: Request): boolean =>
  !serverPaths.test(path) && (headers.accept ?? '').includes('text/html');

/** The page's HTML with the API key and the script tags filled in; null if the page was not built. */
function readPage(dist: string, apiKey: string, scripts: readonly string[]): string | null {
  const template = readTemplate(dist);
  const tags = scripts.map((src) => `<script src="${src}"></script>`).join('\n    ');
  return (
    template
      ?.replace('%SHOPIFY_API_KEY%', () => escapeAttribute(apiKey))
      .replace('<!--shopify-scripts-->', () => tags) ?? null
  );
}

/** The HTML that the build wrote; null: there is none. */
function readTemplate(dist: string): string | null {
  try {
    return readFileSync(`${dist}/index.html`, 'utf8');
  } catch {
    return null;
  }
}

type PagePolicy = {
  /** The origin of the stand-in Shopify; null with the real one. */
  readonly origin: string | null;
  /** The stand-in supplier's origin, which may serve pictures over http; null with the real Shopify, where pictures need https. */
  readonly pictureOrigin: string | null;
  /** `enforce`: browsers block what the policy does not allow; `report`: they only report it, except for framing. */
  readonly mode: Deps['config']['policyMode'];
};

/** Answers the page's HTML for the store in the query: 400 without a store, 503 if the page was not built. */
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
      const page = html
        .replace('</head>', () => `${toPreloadLinks(scripts)}</head>`)
        .replace(rootElement, () => rootElement + outline);
      res.type('html').send(page);
    }
  };
}

/** The element in which the outline is shown, and then the page itself. */
const rootElement = '<div id="root"></div>';

const toPreloadLinks = (scripts: readonly string[]): string =>
  scripts.map((src) => `  <link rel="modulepreload" crossorigin href="${escapeAttribute(src)}" />\n  `).join('');

/**
 * Who may frame the page is always enforced, as Shopify requires:
 * https://shopify.dev/docs/apps/build/security/app-server/set-up-iframe-protection
 * Shopify does not document what App Bridge and Polaris load. In `report` mode browsers only report what the other directives
 * would block: in their console, and to policy-reports.ts.
 */
function setSecurityHeaders(res: Response, shop: ShopDomain | null, {origin, pictureOrigin, mode}: PagePolicy): void {
  const ancestors =
    shop === null ? "'none'" : [`https://${shop}`, 'https://admin.shopify.com', ...(origin ? [origin] : [])].join(' ');
  const framing = `frame-ancestors ${ancestors}`;
  // Browsers that do not support `report-to` use `report-uri`.
  const sources = [
    ...toPolicySources(origin ?? shopifyCdn, pictureOrigin),
    'report-to policy',
    `report-uri ${reportPath}`,
  ].join('; ');
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

/** The directives of the content security policy that name sources. @param scripts where Shopify's two scripts come from. */
const toPolicySources = (scripts: string, pictures: string | null): readonly string[] => [
  "default-src 'self'",
  `script-src 'self' ${scripts}`,
  `style-src 'self' 'unsafe-inline' ${scripts}`,
  `img-src 'self' data: https:${pictures === null ? '' : ` ${pictures}`}`,
  `font-src 'self' ${shopifyCdn}`,
  `connect-src 'self' ${scripts} https://*.shopify.com https://*.shopifysvc.com`,
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
];

/** The text as the value of an HTML attribute in double quotes. */
const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
