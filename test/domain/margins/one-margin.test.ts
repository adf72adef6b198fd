// One definition of margin: whatever the store charges and the merchant sets, the same piece leaves the same in Products, on Pricing, in a
// preview and in the order that it is sold with; and the warnings agree with the figures.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {ArticleId, ShopDomain} from '#domain/ids.ts';
import {leastPrice} from '#domain/margins/least-price.ts';
import {leftPerPiece, netOf, type SalesTerms, worstLeft} from '#domain/margins/left-per-piece.ts';
import {toProductMargins} from '#domain/margins/product-margin.ts';
import {chargeFor, type RateGroup, toStoreShipping} from '#domain/margins/store-charges.ts';
import {losesMoney, toStoreOrderMargin} from '#domain/margins/store-order-margin.ts';
import {shippingFee, type ZoneCode, zoneCodes} from '#domain/orders/zone.ts';
import {addLeastCharge, type LeastCharges, withCharge} from '#domain/pricing/least-charge.ts';
import {toPrice} from '#domain/pricing/price.ts';
import {paymentTermsOf, toSalesTerms} from '#domain/pricing/sales-terms.ts';
import {defaultSettings} from '#domain/settings/settings.ts';
import type {FoundArticle} from '../../../server/db/catalogue/article-search.ts';
import type {Shop} from '../../../server/db/shops/shops.ts';
import {toArticleRow} from '../../../server/http/api/products/article-row.ts';
import {createPriceList} from '../../../server/preview/prices.ts';
import {createEmptyPreview} from '../../../server/preview/sum.ts';
import {priceCases} from '../arbitraries.ts';

const sold = ['DE', 'FR', 'GB', 'US', 'JP', 'AU'];
const soldZones: readonly ZoneCode[] = ['EU', 'GB', 'US', 'JP', 'AU'];

const amount = fc.oneof(fc.constant(0), fc.nat(3_000));
const bound = fc.option(fc.nat(20_000));
const rate = fc.record({price: fc.option(amount, {freq: 6}), from: bound, to: bound});
const rateZone = fc.record({
  countries: fc.subarray([...sold]),
  restOfWorld: fc.boolean(),
  rates: fc.array(rate, {maxLength: 3}),
});
const groups: fc.Arbitrary<RateGroup[] | null> = fc.option(
  fc.array(fc.array(rateZone, {maxLength: 3}), {maxLength: 2}),
  {
    freq: 4,
  },
);
const payment = fc.record({
  paymentPercent: fc.oneof(
    fc.constant(0),
    fc.nat(600).map((basis) => basis / 100),
  ),
  paymentFixed: fc.oneof(fc.constant(0), fc.nat(100)),
});
const fees = fc.dictionary(
  fc.constantFrom(...zoneCodes),
  fc.record({label: fc.constant(''), fee: fc.nat(9_000), transit: fc.constant('')}),
);

const cases = fc
  .record({
    given: priceCases,
    payment,
    groups,
    cost: fc.integer({min: 1, max: 50_000}),
    price: fc.integer({min: 1, max: 90_000}),
    shipping: fees,
  })
  .map(({given, payment: paid, groups: read, ...one}) => {
    const pricing = {...given.pricing, ...paid};
    const charged = read === null ? null : toStoreShipping(read, sold);
    return {...one, store: given.store, pricing, terms: toSalesTerms(given.store, pricing, charged)};
  });

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

/** What Products shows of the article in the worst of these zones. */
function inProducts({cost, price, shipping, store, pricing, terms}: Case, zones: readonly ZoneCode[]) {
  const found = {
    id: 'A-1',
    cost,
    price,
    shipping,
    editedPrice: null,
    priceOwner: null,
    ownPrice: null,
    rrp: null,
  } as unknown as FoundArticle;
  const shop = {...store, shop: ShopDomain.parse('one.myshopify.com')} as unknown as Shop;
  const sales = {terms, sold: {zones, known: true}, shipping: 'counted' as const};
  return toArticleRow(found, shop, {...defaultSettings, pricing}, sales).left;
}

function inPreview({cost, price, shipping, store, pricing, terms}: Case) {
  const sum = createEmptyPreview();
  const settings = {...defaultSettings, pricing};
  const list = createPriceList(sum, {settings, store, zones: soldZones, shipping: terms.shipping});
  const article = {id: ArticleId.parse('A-1'), name: '', brand: '', category: '', rrp: null};
  const stock = {price: cost, colours: [], sizes: [], shipping};
  list.add({article, stock, ownPrice: null, sale: {cost, price}, listing: null, writesPrice: false});
  list.close();
  return {sum, zones: sum.prices[0]?.zones ?? []};
}

/** The order of one piece, with the tax that the price contains and the shipping that the store charges. */
function inOrder({cost, price, shipping, terms}: Case, zone: ZoneCode) {
  const charged = chargeFor(terms.shipping, zone, price) ?? 0;
  const [revenue, ofShipping] = [netOf(price, terms) ?? 0, netOf(charged, terms) ?? 0];
  const line = {
    state: 'awaiting_payment' as const,
    quantity: 1,
    pieces: 1,
    price: cost,
    fee: shippingFee({shipping}, zone),
    revenue,
    paid: price,
  };
  return toStoreOrderMargin({revenue, shipping: ofShipping, shippingPaid: charged}, [line], terms, terms.payment);
}

describe('what is left of a piece', () => {
  test('is the same in Products, on Pricing, in a preview and in its order, in every zone', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const costs = {price: one.cost, shipping: one.shipping};
        const onPricing = new Map(toProductMargins(one.price, costs, one.terms).map((margin) => [margin.zone, margin]));
        const {sum, zones: previewed} = inPreview(one);
        for (const zone of soldZones) {
          const left = leftPerPiece(one.price, zone, costs, one.terms);
          expect(left).not.toBeNull();
          expect(inProducts(one, [zone])).toEqual(left);
          expect(onPricing.get(zone)?.one).toBe(left?.left);
          expect(previewed.find((margin) => margin.zone === zone)?.margin).toBe(left?.left);
          const order = inOrder(one, zone);
          expect([order.margin, order.marginPercent]).toEqual([left?.left, left?.marginPercent]);
          expect(losesMoney(order)).toBe((left?.left ?? 0) < 0);
        }
        const all = soldZones.map((zone) => onPricing.get(zone)?.one ?? 0);
        expect(inProducts(one, soldZones)?.left).toBe(Math.min(...all));
        expect(sum.losing).toBe(Math.min(...all) < 0 ? 1 : 0);
      }),
    );
  });

  test('is less by what is paid, and more by what is charged: the sum is the price without its tax', () => {
    const pricing = {...defaultSettings.pricing, vatPercent: 25, paymentPercent: 2, paymentFixed: 30};
    const rates: RateGroup[] = [
      [{countries: ['DE'], restOfWorld: false, rates: [{price: 500, from: null, to: 9_999}]}],
    ];
    const terms = toSalesTerms({currency: 'EUR', taxesIncluded: true}, pricing, toStoreShipping(rates, ['DE']));
    // 80.00 and 4.00 without tax; 40.00 cost, 16.00 fee; 2 % of 105.00 and 0.30 for the payment. From 100.00 on, shipping is not known.
    expect(paymentTermsOf(pricing)).toEqual({percent: 2, fixed: 30});
    const costs = {price: 4_000, shipping: {}};
    expect(leftPerPiece(9_999, 'EU', costs, terms)).toEqual({
      zone: 'EU',
      left: 7_999 + 400 - 5_600 - 240,
      marginPercent: 30.46,
    });
    expect(leftPerPiece(10_000, 'EU', costs, terms)).toEqual({
      zone: 'EU',
      left: 8_000 - 5_600 - 230,
      marginPercent: 27.12,
    });
    expect(worstLeft(10_000, ['EU', 'GB'], costs, terms)).toMatchObject({zone: 'GB', left: 8_000 - 7_000 - 230});
    expect(worstLeft(10_000, [], costs, terms)).toBeNull();
    expect(leftPerPiece(10_000, 'EU', costs, {...terms, vatPercent: null})).toBeNull();
  });
});

describe('from the least price on', () => {
  const loses = (price: number, {cost, shipping, terms}: Case): boolean =>
    (worstLeft(price, soldZones, {price: cost, shipping}, terms)?.left ?? -1) < 0;

  test('one piece loses money in no zone, wherever free shipping begins, and just below it does', () => {
    fc.assert(
      fc.property(cases, fc.array(fc.nat(60_000), {maxLength: 20}), (one, more) => {
        const least = leastPrice({price: one.cost, shipping: one.shipping}, soldZones, one.terms);
        if (least === null) return void expect.unreachable('it is known');
        expect(loses(least, one)).toBe(false);
        expect(loses(least - 1, one)).toBe(true);
        for (const above of [1, 2, 3, 50, ...more]) expect(loses(least + above, one)).toBe(false);
        for (const limit of bandsOf(one.terms)) if (limit >= least) expect(loses(limit, one)).toBe(false);
      }),
    );
  });

  test('the advised markup and add-on are enough for each article, and for all of them together', () => {
    fc.assert(
      fc.property(fc.array(cases, {minLength: 1, maxLength: 4}), ([first, ...others]) => {
        if (first === undefined) return;
        const {store, pricing, terms} = first;
        const articles = [first, ...others].map(({cost, shipping}) => ({
          cost,
          shipping,
          rrp: null,
          brand: '',
          category: '',
          ownPrice: null,
        }));
        const general = {...pricing, rules: []};
        const found: LeastCharges = new Map();
        for (const article of articles) {
          addLeastCharge(found, article, {pricing: general, store, sales: terms, zones: soldZones});
        }
        for (const {rule, markupPercent, addOn} of found.values()) {
          for (const change of [markupPercent === null ? null : {markupPercent}, addOn === null ? null : {addOn}]) {
            if (change === null) continue;
            for (const {cost, shipping, ...article} of articles) {
              const charged = {...withCharge(general, rule, change), floorMarginPercent: 0};
              const priced = toPrice(cost, null, {...article, shipping}, charged, store);
              if (priced.kind === 'draft') continue;
              const left = worstLeft(priced.price, soldZones, {price: cost, shipping}, terms)?.left ?? 0;
              expect(left).toBeGreaterThanOrEqual(0);
            }
          }
        }
      }),
    );
  });
});

const bandsOf = ({shipping}: SalesTerms): readonly number[] =>
  [...(shipping?.values() ?? [])].flatMap((bands) => bands.map(({from}) => from));
