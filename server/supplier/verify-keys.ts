// Checks whether the supplier accepts a key while a merchant waits: one attempt of at most ten seconds.
import {Failure} from '#domain/failure.ts';
import {fetchPartner} from './catalogue.ts';
import type {SupplierClient} from './client.ts';
import {maxListSize} from './list-walk.ts';
import {fetchBody} from './transport/read.ts';

/** Whether the supplier accepts a key. `partner`: whose key it is; null: not stated. `notes`: what the supplier says it does not have. */
export type KeyCheck =
  | {kind: 'accepted'; partner: string | null; notes: readonly string[]}
  | {kind: 'rejected'}
  /** The key could not be checked; `why` is a sentence. */
  | {kind: 'unknown'; why: string};

/** Checks the catalogue key with `a=whoami`. */
export async function verifyCatalogueKey(client: SupplierClient, key: string): Promise<KeyCheck> {
  return checkKey(async () => {
    const signal = AbortSignal.timeout(client.limits.verify);
    return fetchPartner(client, key, {signal, tries: 1});
  });
}

/** Checks the dropship key with `a=list`, which needs no article id. The answer does not name the partner. */
export async function verifyDropshipKey(client: SupplierClient, key: string): Promise<KeyCheck> {
  return checkKey(async () => {
    const signal = AbortSignal.timeout(client.limits.verify);
    await fetchBody(client, key, {api: 'dropship', a: 'list', cap: maxListSize, signal, tries: 1});
    return {partner: null, notes: []};
  });
}

/** The result of a request with the key; errors that are no remote failures are thrown. */
async function checkKey(ask: () => ReturnType<typeof fetchPartner>): Promise<KeyCheck> {
  try {
    return {kind: 'accepted', ...(await ask())};
  } catch (error) {
    if (error instanceof Failure) {
      return error.kind === 'unauthorised' ? {kind: 'rejected'} : {kind: 'unknown', why: error.message};
    }
    if (error instanceof Error && error.name === 'TimeoutError') {
      return {kind: 'unknown', why: 'The supplier did not answer in time.'};
    }
    throw error;
  }
}
