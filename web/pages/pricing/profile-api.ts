// The API of the shipping profile as functions.
import type {ShippingProfile, ShippingProfileInput} from '#contract/shipping/shipping-profile.ts';
import {profileScopes} from '#domain/store-access.ts';
import {callApi} from '../../shared/api/api.ts';
import type {RemoteQuery} from '../../shared/api/remote.ts';
import type {SwitchKind} from '../../shared/switch/use-switch.ts';

export type Profile = ShippingProfile;
export type Zone = Profile['zones'][number];

export const profileApi = {
  load: (signal?: AbortSignal) =>
    callApi<Profile>('GET', '/api/shipping-profile', signal === undefined ? {} : {signal}),
  save: (wanted: ShippingProfileInput) => callApi<Profile>('PUT', '/api/shipping-profile', {body: wanted}),
  /** The app's rate of the zone again, instead of what the merchant changed in Shopify. */
  giveBack: (zone: Zone['zone']) => callApi<Profile>('POST', `/api/shipping-profile/zones/${zone}/give-back`),
};

/** Loaded every few seconds while the app works on it. */
export const profileQuery: RemoteQuery<Profile> = {
  key: ['shipping-profile'],
  load: profileApi.load,
  waitMs: (known) => (known?.isWorking === true ? 3_000 : null),
};

/** How the profile is switched. */
export const profileSwitch: SwitchKind<Omit<ShippingProfileInput, 'wish'>, Profile> = {
  ...profileApi,
  scopes: profileScopes,
};
