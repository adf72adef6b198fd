// The bodies of the profiles topics. That of profiles/update is the sample of
// https://shopify.dev/changelog/enhanced-delivery-profile-webhooks-now-include-additional-payload-fields, where the version is text;
// before, all three held the id alone, as those of the other two still do.

import type {ShopEvent} from '../store/shop-event.ts';

type ProfileEvent = Extract<ShopEvent, {readonly profile: unknown}>;

export function profilePayload({kind, profile}: ProfileEvent): Readonly<Record<string, unknown>> {
  const {id, name, isDefault, version} = profile;
  if (kind !== 'profiles/update') return {id};
  return {id, name, default: isDefault, profile_type: 'shipping', version: String(version)};
}
