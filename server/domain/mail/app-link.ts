// Addresses that lead from a mail: to a page of the app in the Shopify admin, and to the app's own two pages for links in mails.
import type {ShopDomain} from '#domain/ids.ts';

/** How the app is reached. `origin`: of the stand-in; null with the real Shopify. */
type AppPlace = {readonly apiKey: string; readonly origin: string | null};

/**
 * The address of a page of the app in the Shopify admin of the store; the admin opens the app there for whoever is signed in.
 * @param path of the page, from a slash on.
 */
export function toAppLink(shop: ShopDomain, path: string, {apiKey, origin}: AppPlace): string {
  const handle = shop.replace(/\.myshopify\.com$/, '');
  const page = path === '/' ? '' : path;
  if (origin !== null) return `${origin}/admin/${handle}${page}`;
  return `https://admin.shopify.com/store/${handle}/apps/${apiKey}${page}`;
}

/** The paths of the app's own pages behind the links in mails. */
export const mailLinkPaths = {confirm: '/mail/confirm', unsubscribe: '/mail/unsubscribe'} as const;

/** The address behind a link in a mail. @param host the app's public URL. */
export const toMailLink = (host: string, link: keyof typeof mailLinkPaths, token: string): string =>
  `${host}${mailLinkPaths[link]}?token=${token}`;
