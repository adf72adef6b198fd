// Asks Shopify, with the stored token, whether the app is installed in a store.
import {Failure} from '#domain/failure.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {type StoreAnswer, toStoreAnswer} from '#domain/uninstall.ts';
import {saveTokenAccepted} from '../../server/db/shops/accepted-tokens.ts';
import type {Deps} from '../../server/deps.ts';
import {assertInstalled} from '../../server/shopify/shop/shop.ts';

/** Milliseconds of real time; after that the answer counts as `none`. */
const timeoutMs = 20_000;

type AskDeps = Pick<Deps, 'admin' | 'db' | 'log' | 'now'>;

/** Asks once. Stores at once that the token was accepted, so that an older request to erase the store ends. */
export async function askStore(deps: AskDeps, shop: ShopDomain): Promise<StoreAnswer> {
  const answer = await ask(deps, shop);
  if (answer === 'installed') await saveTokenAccepted(deps.db, shop, deps.now());
  return answer;
}

async function ask({admin, log}: AskDeps, shop: ShopDomain): Promise<StoreAnswer> {
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
