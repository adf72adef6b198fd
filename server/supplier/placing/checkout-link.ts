// Whether the supplier's checkout_url may be shown as a link. It leads the merchant to a payment page, so only a page known to be the
// supplier's is allowed.
import {cleanLine} from '#domain/text.ts';

export type CheckoutLink = {readonly checkoutUrl: string; readonly checkoutWithheld: null} | WithheldLink;
type WithheldLink = {readonly checkoutUrl: null; readonly checkoutWithheld: string};

export type CheckoutPolicy = {readonly checkoutHosts: readonly string[]; readonly allowLoopbackCheckout: boolean};

const longest = 2_048;

/**
 * A link if it is https on a known host, or on loopback where that is allowed. A known host matches exactly, including any port other
 * than 443: `shop.example` is neither `www.shop.example` nor `shop.example:8443`. A leading dot, `.shop.example`, means every host below
 * it and not `shop.example` itself.
 */
export function readCheckoutLink(value: unknown, {checkoutHosts, allowLoopbackCheckout}: CheckoutPolicy): CheckoutLink {
  if (value === undefined || value === null || value === '') return withheld('The supplier sent no checkout link.');
  const url = typeof value === 'string' && value.length <= longest ? URL.parse(value) : null;
  if (url === null) return withheld('The checkout link the supplier sent is not a web address.');
  if (url.username || url.password) return withheld('The checkout link the supplier sent carries a user name.');
  if (allowLoopbackCheckout && isLoopback(url)) return {checkoutUrl: url.href, checkoutWithheld: null};
  if (url.protocol !== 'https:')
    return withheld('The checkout link the supplier sent is not a secure (https) address.');
  if (!checkoutHosts.some((host) => matches(url.host, host.trim().toLowerCase()))) {
    const host = cleanLine(url.host, 100);
    return withheld(`The checkout link leads to ${host}, which is not known as an address of the supplier.`);
  }
  return {checkoutUrl: url.href, checkoutWithheld: null};
}

function matches(host: string, known: string): boolean {
  if (known === '' || known === '.') return false;
  return known.startsWith('.')
    ? host.endsWith(known) && host.length > known.length
    : host === known.replace(/:443$/, '');
}

function isLoopback({protocol, hostname}: URL): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

const withheld = (reason: string): WithheldLink => ({checkoutUrl: null, checkoutWithheld: reason});
