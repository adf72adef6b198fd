// deliveryProfileCreate, deliveryProfileUpdate and deliveryProfileRemove. The refusals are recorded ones.

import {GraphQLError} from 'graphql';
import {parseInput, type View} from '../field.ts';
import {notImplemented} from '../not-implemented.ts';
import {type DeliveryProfile, draftOfProfile, newProfile, profileById} from '../store/delivery-profiles.ts';
import {idOf} from '../store/gid.ts';
import {removeProfile, saveProfile} from '../store/profile-changes.ts';
import type {ShopStore} from '../store/shop-store.ts';
import {deliveryProfileView} from '../views/product.ts';
import {ProfileInput} from './delivery-profile-input.ts';
import {addGroup, deleteParts, updateGroup} from './delivery-zones.ts';
import {asUserErrors, Refusal, refuse} from './user-error.ts';

type Args = Readonly<Record<string, unknown>>;

const profileOf = (store: ShopStore, id: unknown): DeliveryProfile | undefined =>
  profileById(store, idOf('DeliveryProfile', String(id)));

export function deliveryProfileCreate(store: ShopStore, args: Args): View {
  const input = parseInput('DeliveryProfileInput', ProfileInput, args['profile']);
  return asUserErrors<View>(
    () => {
      checkIsNew(input);
      const name = checkName(input.name ?? '');
      return save(store, newProfile(store, name, 'app'), input);
    },
    (userErrors) => ({profile: null, userErrors}),
  );
}

export function deliveryProfileUpdate(store: ShopStore, args: Args): View {
  const input = parseInput('DeliveryProfileInput', ProfileInput, args['profile']);
  return asUserErrors<View>(
    () => {
      const found = profileOf(store, args['id']);
      if (found === undefined) throw refuse(null, null, 'Profile could not be updated.');
      const draft = draftOfProfile(found);
      if (input.name != null) draft.name = checkName(input.name);
      return save(store, draft, input);
    },
    (userErrors) => ({profile: null, userErrors}),
  );
}

/** "Enqueue the removal" (schema): the job is not done yet in the answer (recorded), and the profile is still there. */
export function deliveryProfileRemove(store: ShopStore, args: Args): View {
  const found = profileOf(store, args['id']);
  const refused = (message: string) => ({job: null, userErrors: [{field: null, message}]});
  if (found === undefined) return refused('The Delivery Profile cannot be found for the shop.');
  if (found.isDefault) return refused('Cannot delete the default profile.');
  const {profileRemovalMs} = store.settings;
  removeProfile(store, found, profileRemovalMs);
  const id = `gid://shopify/Job/00000000-0000-4000-8000-${store.newId().toString(16).padStart(12, '0')}`;
  store.jobs.set(id, store.now() + profileRemovalMs);
  return {job: {id, done: false}, userErrors: []};
}

/** What changes or deletes parts of a profile that is there. */
const ofAnOldProfile = [
  'locationGroupsToUpdate',
  'locationGroupsToDelete',
  'zonesToDelete',
  'methodDefinitionsToDelete',
  'conditionsToDelete',
  'variantsToDissociate',
] as const;

/** Recorded: a new profile takes none of it. The words are invented. */
function checkIsNew(input: ProfileInput): void {
  const wrong = ofAnOldProfile.filter((key) => input[key] != null);
  if (wrong.length === 0) return;
  throw new Refusal(
    wrong.map((key) => ({field: ['profile', key], message: `${key} can only be used to update a profile`})),
  );
}

function checkName(name: string): string {
  const field = ['profile', 'name'];
  if (name.trim() === '') throw refuse(null, field, 'Add a profile name');
  if (name.length >= 128) throw refuse(null, field, 'Profile name must be less than 128 characters long');
  return name;
}

function save(store: ShopStore, draft: DeliveryProfile, input: ProfileInput): View {
  for (const group of input.locationGroupsToCreate ?? []) addGroup(store, draft, group);
  for (const group of input.locationGroupsToUpdate ?? []) updateGroup(store, draft, group);
  deleteParts(draft, input);
  const joining = variantIds(store, input.variantsToAssociate ?? []);
  const leaving = variantIds(store, input.variantsToDissociate ?? []);
  if (draft.isDefault && leaving.length > 0) throw notImplemented('taking variants out of the default profile');
  saveProfile(store, draft, {joining, leaving});
  return {profile: deliveryProfileView(store, draft), userErrors: []};
}

/** Recorded: a variant that does not exist is passed over; an id of another type refuses the whole request. */
function variantIds(store: ShopStore, gids: readonly string[]): readonly number[] {
  return gids.flatMap((given) => {
    const id = idOf('ProductVariant', given);
    if (id === null) throw new GraphQLError(`Invalid id: ${given}`, {extensions: {code: 'RESOURCE_NOT_FOUND'}});
    return store.variants.has(id) ? [id] : [];
  });
}
