// What keeps the shipping profile from taking what is the merchant's or another app's, and from being made twice.
import type {Guard} from './guard.ts';

const plan = 'server/domain/shipping-profile/plan-profile.ts';
const variants = 'server/actions/shipping-profile/move-variants.ts';
const tests = ['profile', 'profile-kept', 'profile-troubles'].map((name) => `test/jobs/shipping/${name}.test.ts`);

export const profileGuards: readonly Guard[] = [
  {
    name: 'where a variant was is stored before it goes into the shipping profile',
    changes: [
      {
        file: variants,
        from: 'new Map(next.map((one) => [one, toOrigin(origins.get(one), gid)]))',
        to: 'new Map(next.map((one) => [one, toOrigin(origins.get(one), origins.get(one) ?? gid)]))',
      },
    ],
    tests,
  },
  {
    name: 'a shipping profile whose making was not answered is found',
    changes: [
      {
        file: 'server/actions/shipping-profile/plan-next.ts',
        from: 'names.find(({name}) => name === profileName)',
        to: 'names.find(({name}) => name === shop)',
      },
    ],
    tests,
  },
  {
    name: 'a rate that the merchant changed in the shipping profile stays',
    changes: [
      {
        file: plan,
        from: 'shown === null || theirs.has(rate.zone)',
        to: 'shown === null',
      },
    ],
    tests,
  },
  {
    name: 'a variant that someone else took from the shipping profile stays there',
    changes: [{file: variants, from: 'where.has(gid) && where.get(gid) === own', to: 'where.has(gid)'}],
    tests,
  },
  {
    name: 'one worker at a time has the shipping profile',
    changes: [
      {
        file: 'server/db/shops/kept-wishes.ts',
        from: 'working_until < ${now}',
        to: 'working_until is not null',
      },
    ],
    tests,
  },
  {
    name: 'nothing of a shipping profile is forgotten while the app may not look at it',
    changes: [{file: plan, from: "isMade || want !== 'off' ?", to: "want !== 'off' ?"}],
    tests,
  },
  {
    name: 'a price that was being written counts as the app’s own',
    changes: [
      {
        file: 'server/domain/shipping-profile/compare-profile.ts',
        from: ' || isOf(rate.intended?.minor, rate.intended?.currency)',
        to: '',
      },
    ],
    tests,
  },
  {
    name: 'a wish is not stored over one that the merchant did not see',
    changes: [
      {
        file: 'server/db/shipping-profiles/shipping-profiles.ts',
        from: ".where('shipping_profiles.wish', '=', asked.seen)",
        to: ".where('shipping_profiles.wish', '>=', 0)",
      },
    ],
    tests: ['test/jobs/shipping/profile-troubles.test.ts'],
  },
];
