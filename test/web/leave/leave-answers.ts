// Leaving in its states, as the API may answer it.
import {Departure} from '#contract/departure/departure.ts';
import {build} from '../answers.ts';

/** A merchant who uses the app. */
export const aStay = build(Departure, {
  departure: null,
  products: {made: {onSale: 380, offSale: 12}, adopted: {onSale: 9, offSale: 1}, drafts: 11, archived: 2, gone: 4},
  orders: {unsent: 2, unpaid: 1, unshipped: 5},
  profile: {state: 'on', said: null},
  service: {state: 'on', said: null},
  isUpdating: true,
});

type UnderWay = NonNullable<Departure['departure']>;

/** A merchant who leaves. */
export const aDeparture = (changes: Partial<UnderWay> = {}, others: Parameters<typeof aStay>[0] = {}): Departure =>
  aStay({
    departure: {
      products: 'draft',
      phase: 'products',
      askedAt: '2026-11-29T10:00:00.000Z',
      runId: '5b0f2a52-3a38-4f3a-9d9c-6c5d5f9f3f01',
      runReason: null,
      runStep: 'departing',
      progress: {done: 120, total: 402},
      drafted: 118,
      archived: 0,
      deleted: 0,
      toMakeAgain: {products: 0, drafts: 0},
      onSale: null,
      failed: 0,
      failures: [],
      ...changes,
    },
    isUpdating: false,
    ...others,
  });

const off = {profile: {state: 'off', said: null}, service: {state: 'off', said: null}} as const;

export const done = () =>
  aDeparture({phase: 'done', runStep: null, progress: {done: 402, total: 402}, drafted: 389, onSale: 0}, off);

export const incomplete = () =>
  aDeparture(
    {
      phase: 'incomplete',
      runStep: null,
      progress: {done: 402, total: 402},
      drafted: 388,
      onSale: 1,
      failed: 1,
      failures: [
        {
          productGid: 'gid://shopify/Product/3',
          title: 'Fjordline knit jumper',
          reason: 'Shopify refused it: This product is locked.',
        },
      ],
    },
    {service: {state: 'stuck', said: 'Shopify refused the change.'}, profile: {state: 'working', said: null}},
  );
