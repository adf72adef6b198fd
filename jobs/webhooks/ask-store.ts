// Whether the app is installed in a store, by the one who knows: Shopify, asked with the stored token.
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {type StoreAnswer, toStoreAnswer} from '#domain/uninstall.ts';
import type {Deps} from '../../server/deps.ts';
import {assertInstalled} from '../../server/shopify/shop/shop.ts';

/** Milliseconds of real time. No answer by then is none. */
const patienceMs = 20_000;

/** Asked once; a shop without a token is one whose token was refused before. */
export async function askStore({admin, log}: Pick<Deps, 'admin' | 'log'>, shop: ShopDomain): Promise<StoreAnswer> {
  const signal = AbortSignal.timeout(patienceMs);
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
