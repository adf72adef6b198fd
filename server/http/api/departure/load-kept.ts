// Whether shipping profile and fulfilment service are still in the store, for a merchant who leaves.
import type {Kysely} from 'kysely';
import {toServiceStopText} from '#domain/fulfilment-service/service-texts.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {toStopText} from '#domain/shipping-profile/profile-texts.ts';
import {loadService} from '../../../db/fulfilment-services/services.ts';
import {loadProfile} from '../../../db/shipping-profiles/shipping-profiles.ts';
import type {Tables} from '../../../db/tables/tables.ts';
import type {TakenBack} from '../../contract/departure/departure.ts';

export async function loadKept(
  db: Kysely<Tables>,
  shop: ShopDomain,
): Promise<{readonly profile: TakenBack; readonly service: TakenBack}> {
  const service = await loadService(db, shop);
  const profile = await loadProfile(db, shop);
  const serviceState = service === null ? 'off' : stateOf(service, service.service_gid);
  // The profile waits for the variants that the service has, and goes on by itself.
  const isWaiting = profile?.want === 'off' && profile.stopped === 'serviced' && serviceState === 'working';
  const profileState = profile === null ? 'off' : isWaiting ? 'working' : stateOf(profile, profile.profile_gid);
  return {
    service: {state: serviceState, said: serviceState === 'stuck' ? saidOf(service, toServiceStopText) : null},
    profile: {state: profileState, said: profileState === 'stuck' ? saidOf(profile, toStopText) : null},
  };
}

type Wish = {readonly want: string; readonly is_settled: boolean; readonly stopped: string | null};

function stateOf({want, is_settled: isSettled, stopped}: Wish, gid: string | null): TakenBack['state'] {
  if (want !== 'off') return 'on';
  if (!isSettled) return 'working';
  if (stopped !== null) return gid === null ? 'off' : 'stuck';
  return gid === null ? 'off' : 'working';
}

const saidOf = <T>(
  stored: {readonly stopped: T | null; readonly said: string | null} | null,
  toText: (stopped: T, said: string | null) => string | null,
): string | null => (stored === null || stored.stopped === null ? null : toText(stored.stopped, stored.said));
