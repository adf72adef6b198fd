// The shipping profile on and on trial, as the API may answer it.
import type {ShippingProfile} from '#contract/shipping/shipping-profile.ts';
import {aProfile} from './pricing-answers.ts';

type Changes = Parameters<typeof aProfile>[0];

export const on = (changes: Changes = {}) =>
  aProfile({
    want: 'on',
    isReached: true,
    variants: {wanted: 2_410, moved: 2_410, taken: 0},
    settledAt: '2026-11-20T03:31:12.000Z',
    ...changes,
  });

const names = ['Fjordline knit jumper', 'Maison Perrin silk scarf', 'Nordhaus boots'];

export const onTrial = (changes: Changes = {}) =>
  aProfile({want: 'trial', variants: {wanted: 31, moved: 31, taken: 0}, trial: names, ...changes});

export const withZone = (zone: string, change: Partial<ShippingProfile['zones'][number]>) =>
  aProfile().zones.map((one) => (one.zone === zone ? {...one, ...change} : one));
