// Session tokens of tests whose clock is turned.
import type {ShopifySandbox} from '../sandbox/shopify/start.ts';
import type {Clock} from './clock.ts';

/** Accepted by the real time that the app's library goes by, and by the stand-in's turned clock. */
export function patientToken(shopify: ShopifySandbox, shop: string, clock: Clock): string {
  const times = [Date.now(), clock.now().getTime()].map((ms) => Math.floor(ms / 1_000));
  const nbf = Math.min(...times);
  return shopify.sessionToken(shop, {nbf, iat: nbf, exp: Math.max(...times) + 60});
}
