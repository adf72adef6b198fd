// Changes of delivery profiles. A profile's version rises with each change (recorded). That it rises too when another profile takes
// variants from it, or gives some back, is not documented: it is harder for the app, which has to look at what was changed.

import {
  type DeliveryProfile,
  generalOf,
  isEitherOr,
  type ProfileHolder,
  profilesNow,
  variantIdsOf,
} from './delivery-profiles.ts';
import type {ShopStore} from './shop-store.ts';

export type VariantMoves = {readonly joining?: readonly number[]; readonly leaving?: readonly number[]};

/** Puts a new or changed profile in its place, moves its variants and tells the subscribers. */
export function saveProfile(store: ShopStore, profile: DeliveryProfile, moves: VariantMoves = {}): void {
  const isNew = !store.deliveryProfiles.has(profile.id);
  const others = placeProfile(store, profile, moves);
  store.emit({kind: isNew ? 'profiles/create' : 'profiles/update', profile});
  for (const other of others) store.emit({kind: 'profiles/update', profile: other});
}

/**
 * The same without telling anyone.
 * @returns the other profiles whose variants are no longer the same.
 */
export function placeProfile(
  holder: ProfileHolder,
  profile: DeliveryProfile,
  {joining = [], leaving = []}: VariantMoves,
): readonly DeliveryProfile[] {
  profile.version += 1;
  holder.deliveryProfiles.set(profile.id, profile);
  const changed = new Set<DeliveryProfile>();
  const general = generalOf(holder);
  const had = profilesNow(holder).filter((other) => other !== profile && isEitherOr(holder, other, profile));
  for (const id of joining) {
    const [from = general] = had.filter(({variantIds}) => variantIds.has(id));
    const isAtHome = from === general && (profile.isDefault || profile.variantIds.has(id));
    if (!isAtHome && isEitherOr(holder, from, profile)) changed.add(from);
    from.variantIds.delete(id);
    if (!profile.isDefault) profile.variantIds.add(id);
  }
  for (const id of leaving) {
    if (profile.variantIds.delete(id) && isEitherOr(holder, general, profile)) changed.add(general);
  }
  changed.delete(profile);
  for (const other of changed) other.version += 1;
  return [...changed];
}

/** It is gone after so many milliseconds; from then on the general profile has its variants. */
export function removeProfile(store: ShopStore, profile: DeliveryProfile, afterMs: number): void {
  const at = store.now() + afterMs;
  const general = generalOf(store);
  const isMissed = variantIdsOf(store, profile).length > 0;
  if (profile.goneAt !== null) return;
  profile.goneAt = at;
  store.emit({kind: 'profiles/delete', profile, at});
  if (isMissed && isEitherOr(store, general, profile)) {
    store.emit({kind: 'profiles/update', profile: {...general, version: general.version + 1}, at});
  }
  profilesNow(store);
}
