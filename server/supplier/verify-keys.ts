// Checks whether the supplier accepts a key, while a merchant waits: one attempt, ten seconds.
import {Failure} from '#domain/failure.ts';
import {fetchPartner} from './catalogue.ts';
import type {SupplierClient} from './client.ts';
import {longestList} from './list-walk.ts';
import {fetchBody} from './transport/read.ts';

export type KeyCheck =
  | {kind: 'accepted'; partner: string | null}
  | {kind: 'rejected'}
  /** `why` is a sentence: the key may be right or wrong. */
  | {kind: 'unknown'; why: string};

/** Asks `a=whoami`. */
export async function verifyCatalogueKey(client: SupplierClient, key: string): Promise<KeyCheck> {
  return check(async () => {
    const signal = AbortSignal.timeout(client.limits.verify);
    return (await fetchPartner(client, key, {signal, tries: 1})).partner;
  });
}

/** Asks `a=list`, which every dropship key allows and which needs no article id. Its answer does not name the partner. */
export async function verifyDropshipKey(client: SupplierClient, key: string): Promise<KeyCheck> {
  return check(async () => {
    const signal = AbortSignal.timeout(client.limits.verify);
    await fetchBody(client, key, {api: 'dropship', a: 'list', cap: longestList, signal, tries: 1});
    return null;
  });
}

async function check(ask: () => Promise<string | null>): Promise<KeyCheck> {
  try {
    return {kind: 'accepted', partner: await ask()};
  } catch (error) {
    if (error instanceof Failure) {
      return error.kind === 'unauthorised' ? {kind: 'rejected'} : {kind: 'unknown', why: error.message};
    }
    if (error instanceof Error && error.name === 'TimeoutError') {
      return {kind: 'unknown', why: 'The supplier did not answer in time, so the key could not be checked.'};
    }
    throw error;
  }
}
