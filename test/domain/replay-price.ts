// A second, independent reckoning of prices: fractions of bigints, one rounding. What a trace says is taken step by step again.

import {minorUnitExponent} from '#domain/money.ts';
import type {PriceTrace} from '#domain/pricing/price-trace.ts';

export type Fraction = readonly [bigint, bigint];

const percent = (value: number): Fraction => [BigInt(Math.round(value * 100)), 10_000n];
const mul = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
export const onTop = (value: number): Fraction => add([1n, 1n], percent(value));
export const ceil = ([a, b]: Fraction): bigint => (a % b === 0n ? a / b : a / b + 1n);
const halfUp = ([a, b]: Fraction): bigint => (a * 2n + b) / (b * 2n);

/** Decimal text as a fraction. */
function decimal(text: string): Fraction {
  const [whole = '', fraction = ''] = text.split('.');
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)];
}

export function fromEuroCents(cents: number, perEuro: string, bufferPercent: number, currency: string): Fraction {
  const units = mul(mul([BigInt(cents), 100n], decimal(perEuro)), onTop(bufferPercent));
  return mul(units, [10n ** BigInt(minorUnitExponent(currency)), 1n]);
}

export type Replayed = {readonly price: bigint; readonly cost: bigint; readonly compareAt: bigint | null};

/** Takes the steps of a trace, using what they say was done and, except for the supplier's price, never an amount they state. */
export function replay(trace: PriceTrace): Replayed {
  let cost = 0n;
  let fee = 0n;
  let exact: Fraction = [0n, 1n];
  let compareAt: bigint | null = null;
  for (const step of trace) {
    switch (step.step) {
      case 'supplier':
        cost = BigInt(step.amount);
        exact = [cost, 1n];
        break;
      case 'rate': {
        const supplier = trace[0]?.amount ?? 0;
        cost = ceil(fromEuroCents(supplier, step.perEuro, step.bufferPercent, step.currency));
        exact = [cost, 1n];
        break;
      }
      case 'markup':
      case 'own_markup':
        exact = mul(exact, onTop(step.percent));
        break;
      case 'add_on':
        exact = add(exact, [BigInt(step.add), 1n]);
        break;
      case 'shipping':
        fee = inStore(step.fee, trace);
        exact = add(exact, [fee, 1n]);
        break;
      case 'tax': {
        const lowest = ceil(mul([cost + fee, 1n], onTop(step.percent)));
        const rounded = halfUp(mul(exact, onTop(step.percent)));
        exact = [rounded > lowest ? rounded : lowest, 1n];
        break;
      }
      case 'rounding': {
        let [raised] = exact;
        while (raised % BigInt(step.every) !== BigInt(step.ending)) raised += 1n;
        exact = [raised, 1n];
        break;
      }
      case 'own_price':
        exact = [BigInt(step.amount), 1n];
        break;
      case 'cap':
        exact = [BigInt(step.rrp), 1n];
        break;
      case 'compare_at':
        compareAt = BigInt(step.rrp) > exact[0] ? BigInt(step.rrp) : null;
        break;
      case 'rule':
      case 'floor':
        break;
    }
    expectShown(step.amount, exact);
  }
  return {price: exact[0], cost, compareAt};
}

/** Euro cents at the rate of the trace; a store in euro has none. */
function inStore(cents: number, trace: PriceTrace): bigint {
  const rate = trace.find((step) => step.step === 'rate');
  return rate === undefined
    ? BigInt(cents)
    : ceil(fromEuroCents(cents, rate.perEuro, rate.bufferPercent, rate.currency));
}

/** Every step shows the amount that stands after it, rounded to a minor unit. */
function expectShown(shown: number, exact: Fraction): void {
  if (BigInt(shown) !== halfUp(exact)) throw new Error(`the trace shows ${shown}, the steps make ${exact.join('/')}`);
}
