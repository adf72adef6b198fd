// Decides whether the supplier's checkout_url may be shown as a link. The merchant pays there, so only a host known as the supplier's is
// allowed.
import {cleanLine} from '#domain/text.ts';

/** The link, or a sentence why it is withheld. */
export type CheckoutLink = {readonly checkoutUrl: string; readonly checkoutWithheld: null} | WithheldLink;
type WithheldLink = {readonly checkoutUrl: null; readonly checkoutWithheld: string};

/** The hosts that are known as the supplier's, and whether a link to this machine is allowed, which is only for stand-ins. */
export type CheckoutPolicy = {readonly checkoutHosts: readonly string[]; readonly allowLoopbackCheckout: boolean};

/** A longer link is withheld. */
const maxLinkLength = 2_048;

/**
 * Allows a link that is https on a known host, or on this machine if the policy says so. A known host matches exactly, including any port
 * other than 443: `shop.example` is neither `www.shop.example` nor `shop.example:8443`. A leading dot, `.shop.example`, means every host
 * below it and not `shop.example` itself.
 */
export function readCheckoutLink(value: unknown, {checkoutHosts, allowLoopbackCheckout}: CheckoutPolicy): CheckoutLink {
  if (value === undefined || value === null || value === '') return toWithheld('The supplier sent no checkout link.');
  const url = typeof value === 'string' && value.length <= maxLinkLength ? URL.parse(value) : null;
  if (url === null) return toWithheld('The checkout link the supplier sent is not a web address.');
  if (url.username || url.password) return toWithheld('The checkout link the supplier sent carries a user name.');
  if (allowLoopbackCheckout && isLoopbackUrl(url)) return {checkoutUrl: url.href, checkoutWithheld: null};
  if (url.protocol !== 'https:')
    return toWithheld('The checkout link the supplier sent is not a secure (https) address.');
  if (!checkoutHosts.some((host) => hostMatches(url.host, host.trim().toLowerCase()))) {
    const host = cleanLine(url.host, 100);
    return toWithheld(`The checkout link leads to ${host}, which is not known as an address of the supplier.`);
  }
  return {checkoutUrl: url.href, checkoutWithheld: null};
}

/** Whether a host is the known one, or below it if the known one begins with a dot. */
function hostMatches(host: string, known: string): boolean {
  if (known === '' || known === '.') return false;
  return known.startsWith('.')
    ? host.endsWith(known) && host.length > known.length
    : host === known.replace(/:443$/, '');
}

/** Whether the link leads to this machine. */
function isLoopbackUrl({protocol, hostname}: URL): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

const toWithheld = (reason: string): WithheldLink => ({checkoutUrl: null, checkoutWithheld: reason});
