// Puts variants into the app's shipping profile and gives them back to the profiles they were in, as many with one call as Shopify takes.
import type {VariantGid} from '#domain/ids.ts';
import {
  forgetVariants,
  loadProfiledVariants,
  loadVariantsToGiveBack,
  loadVariantsToMove,
  type ProfileScope,
  saveTakenVariants,
  saveVariantOrigins,
  saveVariantsMoved,
} from '../../db/shipping-profiles/profiled-variants.ts';
import type {StoredProfile} from '../../db/shipping-profiles/shipping-profiles.ts';
import type {Refused} from '../../shopify/client/user-errors.ts';
import {moveInProfile} from '../../shopify/shop/change-profile.ts';
import {fetchProfileNames, fetchProfileVersion, fetchVariantProfiles} from '../../shopify/shop/delivery-profile.ts';
import {type ProfileDeps, type ProfileWorker, saveOwnVersion} from './profile-worker.ts';

/** Variants of one call. https://shopify.dev/docs/api/usage/limits: an input list has at most 250 entries. */
const variantsPerCall = 250;

/** Which variants are to be in the profile. */
export const scopeOf = ({want, trial}: Pick<StoredProfile, 'want' | 'trial'>): ProfileScope =>
  want === 'off' ? 'none' : want === 'on' ? 'all' : trial;

type Moved = {readonly kind: 'moved'} | Refused;

/** Puts all that are to be there into the profile, one batch after another. Where each was is stored before. */
export async function moveVariants(deps: ProfileDeps, worker: ProfileWorker): Promise<Moved> {
  const {db, admin, now} = deps;
  const {shop, stored} = worker;
  const gid = stored().profile_gid ?? '';
  const names = await fetchProfileNames(admin, shop);
  const hasOthers = names.some((profile) => !profile.isGeneral && profile.gid !== gid);
  for (;;) {
    const next = await loadVariantsToMove(db, shop, scopeOf(stored()), variantsPerCall);
    if (next.length === 0) return {kind: 'moved'};
    // Where the store has only the general profile and ours, all others are in the general one.
    const origins = hasOthers
      ? await fetchVariantProfiles(admin, shop, next)
      : new Map(next.map((variant) => [variant, null] as const));
    // One that is in the profile already has its origin stored, or was put there by hand.
    await saveVariantOrigins(db, shop, new Map(next.map((one) => [one, toOrigin(origins.get(one), gid)])));
    const result = await moveInProfile(admin, shop, gid, {kind: 'associate', variants: next});
    if (result.kind === 'refused') return result;
    await saveVariantsMoved(db, shop, next, now());
    await saveOwnVersion(worker, result.version);
  }
}

const toOrigin = (from: string | null | undefined, own: string): string | null =>
  from === undefined || from === own ? null : from;

/**
 * Gives all that leave back to the profiles they were in, one batch after another; to the general one where that profile is gone. Those that
 * someone else has put elsewhere stay there.
 * @param isShown whether Shopify shows the app's profile; if not, its variants are in the general profile.
 */
export async function giveVariantsBack(deps: ProfileDeps, worker: ProfileWorker, isShown: boolean): Promise<Moved> {
  const {db, admin} = deps;
  const {shop, stored} = worker;
  const own = isShown ? (stored().profile_gid ?? '') : null;
  for (;;) {
    const {want} = stored();
    const [scope, onlyNamed] = isShown ? [scopeOf(stored()), want === 'off'] : (['none', true] as const);
    const next = await loadVariantsToGiveBack(db, shop, {scope, onlyNamed}, variantsPerCall);
    if (next.length === 0) return {kind: 'moved'};
    const gids = next.map(({gid}) => gid);
    const where = await fetchVariantProfiles(admin, shop, gids);
    // The general profile is null in both; a variant that the store no longer has is in none.
    const ours = gids.filter((gid) => where.has(gid) && where.get(gid) === own);
    const result = await giveBatchBack(deps, worker, {from: next[0]?.fromGid ?? null, own, ours});
    if (result.kind === 'refused') return result;
    await forgetVariants(db, shop, gids);
    await worker.save({});
  }
}

type Batch = {readonly from: string | null; readonly own: string | null; readonly ours: readonly VariantGid[]};

async function giveBatchBack({admin}: ProfileDeps, worker: ProfileWorker, {from, own, ours}: Batch): Promise<Moved> {
  const {shop} = worker;
  if (ours.length === 0) return {kind: 'moved'};
  if (from !== null) {
    const back = await moveInProfile(admin, shop, from, {kind: 'associate', variants: ours});
    if (back.kind === 'changed') return {kind: 'moved'};
    if ((await fetchProfileVersion(admin, shop, from)) !== null) return back;
  }
  if (own === null) return {kind: 'moved'};
  const out = await moveInProfile(admin, shop, own, {kind: 'dissociate', variants: ours});
  if (out.kind === 'refused') return out;
  await saveOwnVersion(worker, out.version);
  return {kind: 'moved'};
}

/** Finds variants that someone else has put into another profile, and leaves them there. */
export async function noticeTakenVariants({db, admin}: ProfileDeps, worker: ProfileWorker): Promise<void> {
  const {shop, stored} = worker;
  const {profile_gid: gid} = stored();
  for (let after = ''; ; ) {
    const part = await loadProfiledVariants(db, shop, after, variantsPerCall);
    const last = part.at(-1);
    if (last === undefined) break;
    const found = await fetchVariantProfiles(admin, shop, part);
    const taken = new Map([...found].filter(([, of]) => of !== gid).map(([variant, of]) => [variant, of ?? 'general']));
    await saveTakenVariants(db, shop, part, taken);
    await worker.save({});
    after = last;
  }
  await worker.save({needs_check: false});
}
