// Answers about prices. Each is checked against its contract.

import {Shipping} from '#contract/order-money.ts';
import {PriceTry} from '#contract/pricing.ts';
import {Pricing} from '#contract/settings.ts';
import {ShippingProfile} from '#contract/shipping/shipping-profile.ts';
import {dutyNote} from '#domain/margins/duty-note.ts';
import {deliveryNotes, toProductMargins} from '#domain/margins/product-margin.ts';
import {toZoneCharges} from '#domain/margins/store-charges.ts';
import {zoneCodes, zones} from '#domain/orders/zone.ts';
import {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {build} from '../answers.ts';
import {aPreview} from '../catalogue-answers.ts';

export const thePricing = build(Pricing, {
  pricing: PricingSettings.parse({markupPercent: 60, vatPercent: 22}),
  currency: 'EUR',
  taxesIncluded: true,
});

const sold = ['DE', 'FR', 'GB', 'US', 'AU'];
const home = {countries: ['DE'], restOfWorld: false, rates: [{price: 490, from: null, to: null}]};
const world = {countries: [], restOfWorld: true, rates: [{price: 1_200, from: null, to: 9_999}]};
const charges = toZoneCharges([[home, world]], sold);

export const theShipping = build(Shipping, {
  currency: 'EUR',
  zones: zoneCodes.map((zone) => ({
    zone,
    fee: zones[zone].fee,
    deliversTo: zones[zone].deliversTo,
    transit: zones[zone].transit,
    sold: ['EU', 'GB', 'US', 'AU'].includes(zone),
    charges: charges.get(zone) ?? null,
    notes: [...deliveryNotes(zone)],
  })),
  charges: 'read',
  chargesComplete: true,
  unserved: [],
  notes: ['The fee is charged per dropship order.'],
});

/** The shipping profile before it is on. */
export const aProfile = build(ShippingProfile, {
  want: 'off',
  wish: 0,
  isWorking: false,
  hasService: false,
  isReached: false,
  stopped: null,
  said: null,
  isPermitted: true,
  isMarketDriven: false,
  storeCurrency: 'EUR',
  terms: {percent: 100, surcharge: 0, currency: 'store'},
  zones: zoneCodes.map((zone) => ({
    zone,
    deliversTo: zones[zone].deliversTo,
    transit: zones[zone].transit,
    fee: zones[zone].fee,
    price: {minor: zones[zone].fee, currency: 'EUR'},
    change: null,
    shown: null,
  })),
  all: {products: 206, variants: 2_410},
  variants: {wanted: 2_410, moved: 0, taken: 0},
  trial: [],
  unserved: ['Norway (NO)', 'South Africa (ZA)', 'Türkiye (TR)', 'Ukraine (UA)'],
  markets: {isPermitted: false, read: null},
  settledAt: null,
});

/** Without the permission to read the store's rates. */
export const notPermitted = (): Shipping => {
  const shipping = theShipping();
  return {
    ...shipping,
    charges: 'not_permitted',
    chargesComplete: false,
    zones: shipping.zones.map((zone) => ({...zone, charges: null})),
  };
};

const nothingElse = {payment: {percent: 0, fixed: 0}, shipping: null};
const terms = {currency: 'EUR', perEuro: null, vatPercent: 22, taxesIncluded: true, ...nothingElse};

/** The article found to lose money: cost 36.83, 60 % and 22 % VAT. */
export const aPriceTry = build(PriceTry, {
  article: {id: 'A-100', name: 'Fjordline knit jumper', brand: 'Fjordline', category: 'Knitwear'},
  cost: 3_683,
  isListCost: false,
  currency: 'EUR',
  price: 7_189,
  compareAt: null,
  reason: null,
  trace: [
    {step: 'supplier', amount: 3_683},
    {step: 'rule', rule: null, amount: 3_683},
    {step: 'markup', percent: 60, amount: 5_893},
    {step: 'tax', percent: 22, amount: 7_189},
  ],
  leastPrice: 8_763,
  shipping: 'not_read',
  zones: toProductMargins(7_189, {price: 3_683, shipping: {}}, terms).map(({zone, fee, transit, one, three}) => ({
    zone,
    fee,
    transit,
    one,
    three,
    duty: dutyNote(zone, 'Italy'),
  })),
});

/** Two of 206 products lose money; the dearest zone is Australia. */
export const losingPreview = () =>
  aPreview({
    losing: 2,
    losingOwn: 0,
    losingByZone: {GB: 2, US: 2, AU: 2},
    aboveRrp: 1,
    pricesChanged: 2,
    prices: [
      {
        articleId: 'A-100',
        name: 'Fjordline knit jumper',
        image: null,
        cost: 3_683,
        before: 6_900,
        after: 7_189,
        own: false,
        aboveRrp: true,
        losesAlready: false,
        zones: [
          {zone: 'EU', fee: 1_600, margin: 610},
          {zone: 'GB', fee: 3_000, margin: -790},
          {zone: 'US', fee: 3_000, margin: -790},
          {zone: 'AU', fee: 3_500, margin: -1_290},
        ],
      },
      {
        articleId: 'A-101',
        name: 'Maison Perrin silk scarf',
        image: null,
        cost: 4_700,
        before: null,
        after: 9_174,
        own: false,
        aboveRrp: false,
        losesAlready: false,
        zones: [
          {zone: 'EU', fee: 1_600, margin: 1_220},
          {zone: 'GB', fee: 3_000, margin: -180},
          {zone: 'US', fee: 3_000, margin: -180},
          {zone: 'AU', fee: 3_500, margin: -680},
        ],
      },
    ],
    pricesNext: 2,
    charges: [{rule: null, articles: 206, losing: 2, markupPercent: 95.04, addOn: 1_290, capped: 0}],
    carry: {zone: 'AU', losing: 0},
  });

/** The fields of a found article that the page does not show. */
export const anArticleRow = () => ({
  category: 'Knitwear',
  sku: null,
  image: null,
  listed: true,
  chosen: true,
  chosenBy: null,
  hand: null,
  onRequest: false,
  cost: 3_683,
  state: null,
  reasonCode: null,
  reason: null,
  productGid: null,
  price: null,
  ownPrice: null,
  isOwnPriceShown: false,
  ownPriceNext: null,
  leftNext: null,
  expectedPrice: null,
  left: null,
  quarantine: null,
  edited: false,
  isOwnDraft: false,
  proposal: null,
});
