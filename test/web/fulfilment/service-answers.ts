// The fulfilment service in its states, as the API may answer it.
import {FulfilmentService} from '#contract/shipping/fulfilment-service.ts';
import {ServiceFigures} from '#contract/shipping/service-figures.ts';
import {build} from '../answers.ts';

/** With this shipping profile it can be switched on. */
export const profileOn = {want: 'on', isWorking: false, said: null, isMarketDriven: false} as const;

/** The fulfilment service before it is on. */
export const aService = build(FulfilmentService, {
  want: 'off',
  wish: 0,
  isWorking: false,
  isReached: false,
  stopped: null,
  said: null,
  isPermitted: true,
  profile: profileOn,
  all: {products: 402, variants: 1_204},
  variants: {wanted: 1_204, moved: 0, toReturn: 0},
  trial: [],
  refused: {count: 0, first: []},
  hasOpenRequest: false,
  settledAt: null,
});

type Changes = Parameters<typeof aService>[0];

export const on = (changes: Changes = {}) =>
  aService({
    want: 'on',
    wish: 1,
    isReached: true,
    variants: {wanted: 1_204, moved: 1_204, toReturn: 0},
    settledAt: '2026-11-20T03:31:12.000Z',
    ...changes,
  });

const names = ['Fjordline knit jumper', 'Maison Perrin silk scarf', 'Nordhaus boots'];

export const onTrial = (changes: Changes = {}) =>
  on({want: 'trial', variants: {wanted: 31, moved: 31, toReturn: 0}, trial: names, ...changes});

const committed =
  "Shopify refused it: The variant couldn't be unstocked from Zurich because it has committed quantities.";

/** So many variants that Shopify refused, the first two of them by name. */
export const refused = (count = 2): FulfilmentService['refused'] => ({
  count,
  first: [
    {
      variantGid: 'gid://shopify/ProductVariant/7',
      productGid: 'gid://shopify/Product/3',
      name: 'Fjordline knit jumper',
      options: ['navy', 'M'],
      said: committed,
    },
    {
      variantGid: 'gid://shopify/ProductVariant/8',
      productGid: null,
      name: null,
      options: [],
      said: 'Shopify does not show this variant.',
    },
  ],
});

/** Its figures before anything was requested. */
const none = {met: 0, of: 0, isMet: null};
export const noFigures = build(ServiceFigures, {
  since: '2026-10-24',
  orders: 0,
  isCounted: false,
  countedFrom: 100,
  figures: [
    {kind: 'requests', goal: 95, ...none},
    {kind: 'cancellations', goal: 99, ...none},
    {kind: 'calls', goal: 99, ...none},
    {kind: 'completed', goal: 97, ...none},
    {kind: 'tracking', goal: 80, ...none},
  ],
  warnings: [],
});
