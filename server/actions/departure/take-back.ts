// Has the workers take shipping profile and fulfilment service back, by the wish of the merchant that each of them follows. The profile
// waits by itself until no variant is stocked at the location of the service.
import type {Kysely} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {loadService, saveServiceWish} from '../../db/fulfilment-services/services.ts';
import {loadProfile, saveWish} from '../../db/shipping-profiles/shipping-profiles.ts';
import {saveAudit} from '../../db/shops/audit.ts';
import type {Tables} from '../../db/tables/tables.ts';

type Asker = {readonly shop: ShopDomain; readonly actor: string};

/** Stores that both are to end. One that was stopped on its way is tried again. The caller asks the tasks that carry it out. */
export async function askTakeBack(transaction: Kysely<Tables>, {shop, actor}: Asker, now: Date): Promise<void> {
  const service = await loadService(transaction, shop);
  if (service !== null && isToEnd(service)) {
    const asked = {want: 'off', trial: [], actor, seen: service.wish} as const;
    if (!(await saveServiceWish(transaction, shop, asked, now))) throw new Error('the fulfilment service was changed');
    const values = {before: service.want, after: 'off'};
    const entry = {actor, action: 'fulfilment_service', subject: 'fulfilment', detail: 'leave', ...values} as const;
    await saveAudit(transaction, shop, entry, now);
  }
  const profile = await loadProfile(transaction, shop);
  if (profile === null || !isToEnd(profile)) return;
  const asked = {want: 'off', terms: profile.terms, trial: [], actor, seen: profile.wish} as const;
  if (!(await saveWish(transaction, shop, asked, now))) throw new Error('the shipping profile was changed');
  const values = {before: profile.want, after: 'off'};
  const entry = {actor, action: 'shipping_profile', subject: 'shipping', detail: 'leave', ...values} as const;
  await saveAudit(transaction, shop, entry, now);
}

const isToEnd = ({want, stopped}: {readonly want: string; readonly stopped: string | null}): boolean =>
  want !== 'off' || stopped !== null;
