// What a report names and adds up from the sums of its groups.
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {addSums, nameLargest, noSums, type ReportSums, toFigures} from '#domain/reports/sum-report.ts';

const sums = (some: Partial<ReportSums>): ReportSums => ({...noSums, ...some});

describe('the figures of a report', () => {
  it('however amounts were divided, those of all groups add up to the whole, each next to its part', () => {
    const part = fc.double({min: 0, max: 9_999, noNaN: true});
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part), {minLength: 1, maxLength: 120}), (parts) => {
        const whole = (at: 0 | 1) => Math.round(parts.reduce((sum, one) => sum + one[at], 0));
        const total = sums({orders: parts.length, revenue: whole(0), cost: whole(1)});
        const groups = parts.map(([revenue, cost], at) => [`group ${at}`, sums({orders: 1, revenue, cost})] as const);
        const {named, others} = nameLargest(groups, total);
        const all = [...named.map(([, one]) => one), ...(others === null ? [] : [others.sums])];
        expect(addSums(all)).toEqual(total);
        for (const [key, one] of named) {
          const [revenue = 0, cost = 0] = parts[Number(key.replace('group ', ''))] ?? [];
          expect(Number.isInteger(one.revenue) && Number.isInteger(one.cost)).toBe(true);
          expect(Math.abs(one.revenue - revenue)).toBeLessThanOrEqual(1);
          expect(Math.abs(one.cost - cost)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('the fifty groups with the most revenue are named, the others are one sum with their number', () => {
    const groups = Array.from({length: 53}, (_, at) => [`g${at}`, sums({orders: 1, revenue: at * 100})] as const);
    const {named, others} = nameLargest(groups, addSums(groups.map(([, one]) => one)));
    expect(named.map(([key]) => key)).toEqual(Array.from({length: 50}, (_, at) => `g${52 - at}`));
    expect(others).toEqual({groups: 3, sums: sums({orders: 3, revenue: 300})});
    expect(nameLargest(groups.slice(0, 50), sums({})).others).toBeNull();
  });

  it('of the groups with less revenue, those with the largest losses are named too', () => {
    const small = {a: 10, b: -500, c: -20, d: -1, e: 0};
    const groups = [
      ['large', sums({orders: 1, revenue: 9_000})] as const,
      ['second', sums({orders: 1, revenue: 8_000, cost: 8_001})] as const,
      ...Object.entries(small).map(([key, left]) => [key, sums({orders: 1, revenue: 100, cost: 100 - left})] as const),
    ];
    const {named, others} = nameLargest(groups, addSums(groups.map(([, one]) => one)), 2);
    expect(named.map(([key]) => key)).toEqual(['large', 'second', 'b', 'c']);
    expect(others).toEqual({groups: 3, sums: sums({orders: 3, revenue: 300, cost: 291})});
  });

  it('the margin is revenue less cost, fees and payment fees, and is not known where no order counts', () => {
    const figures = toFigures(
      sums({orders: 3, ended: 1, unknown: 1, revenue: 9_000, cost: 5_000, fees: 990, payment: 300}),
    );
    expect(figures.amounts).toEqual({
      revenue: 9_000,
      cost: 5_000,
      fees: 990,
      payment: 300,
      margin: 2_710,
      marginPercent: 30.11,
    });
    expect(toFigures(sums({orders: 2, ended: 1, unknown: 1})).amounts).toBeNull();
    expect(toFigures(noSums).amounts).toMatchObject({revenue: 0, margin: 0, marginPercent: null});
  });
});
