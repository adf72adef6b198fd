// Asks Shopify with the stored token whether the app is installed in a store.
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {type StoreAnswer, toStoreAnswer} from '#domain/uninstall.ts';
import {saveTokenAccepted} from '../../server/db/shops/accepted-tokens.ts';
import type {Deps} from '../../server/deps.ts';
import {assertInstalled} from '../../server/shopify/shop/shop.ts';

/** Milliseconds of real time after which the answer counts as `none`. */
const askTimeoutMs = 20_000;

type AskDeps = Pick<Deps, 'admin' | 'db' | 'log' | 'now'>;

/**
 * Asks Shopify once whether the app is installed. If the token was accepted, stores that, so that an older request to erase the store is
 * refuted.
 */
export async function askIfInstalled(deps: AskDeps, shop: ShopDomain): Promise<StoreAnswer> {
  const answer = await askOnce(deps, shop);
  if (answer === 'installed') await saveTokenAccepted(deps.db, shop, deps.now());
  return answer;
}

/** Asks Shopify once. Every remote failure is an answer; other errors are thrown. */
async function askOnce({admin, log}: AskDeps, shop: ShopDomain): Promise<StoreAnswer> {
  const signal = AbortSignal.timeout(askTimeoutMs);
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
