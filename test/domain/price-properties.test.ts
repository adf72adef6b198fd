// What holds of every price there can be, whatever the supplier asks and the merchant sets.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {type PriceStore, toPrice} from '#domain/pricing/price.ts';
import type {PricingSettings} from '#domain/pricing/pricing-settings.ts';
import {amounts, brands, categories, costs, ownPrices, priceCases} from './arbitraries.ts';
import {ceil, fromEuroCents, onTop, replay} from './replay-price.ts';

const facts = fc.record({brand: brands, category: categories, ownPrice: ownPrices});

describe('for any cost, recommended price and anything a merchant can set', () => {
  const anyCase = fc.record({cost: costs, rrp: fc.option(amounts), facts, given: priceCases});
  type Case = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;
  const priced = ({cost, rrp, facts: article, given}: Case) => toPrice(cost, rrp, article, given.pricing, given.store);
  const taxOf = ({pricing, store}: {pricing: PricingSettings; store: PriceStore}) =>
    onTop(store.taxesIncluded ? (pricing.vatPercent ?? 0) : 0);

  test('no price published is, without its tax, below cost or below the floor', () => {
    fc.assert(
      fc.property(anyCase, (drawn) => {
        const result = priced(drawn);
        if (result.kind !== 'price') {
          expect(['below_cost', 'below_floor', 'price_invalid']).toContain(result.code);
          return;
        }
        const [tax, whole] = taxOf(drawn.given);
        const keep = 10_000n - BigInt(Math.round(drawn.given.pricing.floorMarginPercent * 100));
        const net = BigInt(result.price) * whole;
        expect(net >= BigInt(result.cost) * tax).toBe(true);
        expect(net * keep >= BigInt(result.cost) * tax * 10_000n).toBe(true);
      }),
    );
  });

  test('the cost is the supplier’s to the cent, and abroad never less than it', () => {
    fc.assert(
      fc.property(anyCase, (drawn) => {
        const result = priced(drawn);
        if (result.kind !== 'price') return;
        const {rate: set} = drawn.given.pricing;
        const {currency} = drawn.given.store;
        const exact =
          set === null ? BigInt(drawn.cost) : ceil(fromEuroCents(drawn.cost, set.perEuro, set.bufferPercent, currency));
        expect(BigInt(result.cost)).toBe(exact);
      }),
    );
  });

  test('whoever takes the steps of the trace arrives at the price, the cost and the compare-at price', () => {
    fc.assert(
      fc.property(anyCase, (drawn) => {
        const result = priced(drawn);
        if (result.kind !== 'price') return;
        const again = replay(result.trace);
        expect(again.price).toBe(BigInt(result.price));
        expect(again.cost).toBe(BigInt(result.cost));
        expect(again.compareAt).toBe(result.compareAt === null ? null : BigInt(result.compareAt));
      }),
    );
  });

  test('a compare-at price is above the price and never above what was recommended', () => {
    fc.assert(
      fc.property(anyCase, (drawn) => {
        const result = priced(drawn);
        if (result.kind !== 'price' || result.compareAt === null) return;
        expect(result.compareAt).toBeGreaterThan(result.price);
        const {rate: set} = drawn.given.pricing;
        const [amount, parts] = fromEuroCents(drawn.rrp ?? 0, set?.perEuro ?? '1', 0, drawn.given.store.currency);
        expect(BigInt(result.compareAt) * parts <= amount).toBe(true);
      }),
    );
  });

  test('the price is above the recommended one only where it was not to be capped', () => {
    fc.assert(
      fc.property(anyCase, (drawn) => {
        const result = priced(drawn);
        const {pricing, store} = drawn.given;
        if (result.kind !== 'price' || !pricing.capAtRrp || !store.taxesIncluded || !drawn.rrp) return;
        const [amount, parts] = fromEuroCents(drawn.rrp, pricing.rate?.perEuro ?? '1', 0, store.currency);
        expect(BigInt(result.price) * parts <= amount).toBe(true);
      }),
    );
  });
});
