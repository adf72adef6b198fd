// Asks Shopify, with the stored token, whether the app is installed in a store.
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {type StoreAnswer, toStoreAnswer} from '#domain/uninstall.ts';
import type {Deps} from '../../server/deps.ts';
import {assertInstalled} from '../../server/shopify/shop/shop.ts';

/** Milliseconds of real time; after that the answer counts as `none`. */
const timeoutMs = 20_000;

/** Asks once. A shop without a readable token counts as `removed`, as if Shopify had refused its token. */
export async function askStore({admin, log}: Pick<Deps, 'admin' | 'log'>, shop: ShopDomain): Promise<StoreAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await assertInstalled(admin, shop, signal);
    return 'installed';
  } catch (error) {
    if (!(error instanceof Failure) && !signal.aborted) throw error;
    const answer = error instanceof Failure ? toStoreAnswer(error) : 'none';
    log.info({shop, answer, err: error}, 'Shopify was asked whether the app is installed');
    return answer;
  }
}
