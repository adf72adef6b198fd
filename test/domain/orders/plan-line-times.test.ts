// How old an order may be, how long it waits, and clocks that differ.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {noOverrides} from '#domain/orders/merchant-overrides.ts';
import {daysAgo, minutesAgo, now} from '../builders.ts';
import {decide} from './decide-line.ts';

describe('limits of time', () => {
  test('seven days to the millisecond are not too old', () => {
    expect(decide({order: {createdAt: daysAgo(7)}}).kind).toBe('sendable');
    const aMomentOlder = new Date(daysAgo(7).getTime() - 1);
    expect(decide({order: {createdAt: aMomentOlder}})).toMatchObject({reason: {code: 'too_old'}});
  });

  test('an order from before the installation waits for the merchant; a later one is sent by itself', () => {
    const createdAt = minutesAgo(60);
    const word = {...noOverrides, approved: ['before_install']} as const;
    expect(decide({order: {createdAt}, installedAt: createdAt}).kind).toBe('sendable');
    expect(decide({order: {createdAt}, installedAt: minutesAgo(54)})).toMatchObject({reason: {code: 'before_install'}});
    expect(decide({order: {createdAt}, installedAt: minutesAgo(54)}, word).kind).toBe('sendable');
  });

  test('an order imported today is as old as the other system says, and Shopify’s own work counts from today', () => {
    const imported = {createdAt: minutesAgo(20), processedAt: daysAgo(8)};
    expect(decide({order: imported})).toEqual({
      kind: 'held',
      reason: {
        code: 'too_old',
        text: 'The store order is older than 7 days: it came to the store with an earlier date.',
      },
    });
    const approved = {...noOverrides, approved: ['too_old']} as const;
    expect(decide({order: imported}, approved).kind).toBe('sendable');
    const pending = {...imported, risk: {pending: true, recommendation: 'NONE'} as const};
    expect(decide({order: pending}, approved)).toMatchObject({reason: {code: 'risk_pending'}});
    const unrouted = {...imported, createdAt: minutesAgo(5), fulfilmentOrders: []};
    expect(decide({order: unrouted}, approved)).toMatchObject({reason: {code: 'not_routed'}});
    expect(decide({order: {createdAt: minutesAgo(20), processedAt: daysAgo(1)}}).kind).toBe('sendable');
  });

  test('of the two times of an order the older one is its age, whichever that is', () => {
    fc.assert(
      fc.property(fc.integer({min: 0, max: 20}), fc.integer({min: -20, max: 20}), (created, processed) => {
        const order = {createdAt: daysAgo(created), processedAt: daysAgo(processed)};
        const isOld = Math.max(created, processed) > 7;
        expect(decide({order}).kind).toBe(isOld ? 'held' : 'sendable');
        const installed = decide({order, installedAt: daysAgo(6.5)});
        expect(JSON.stringify(installed).includes('before_install')).toBe(Math.max(created, processed) > 6.5);
      }),
    );
  });

  test('our clock may be five minutes ahead of Shopify’s when the app is installed', () => {
    const createdAt = minutesAgo(60);
    expect(decide({order: {createdAt}, installedAt: minutesAgo(55)}).kind).toBe('sendable');
    const later = new Date(minutesAgo(55).getTime() + 1);
    expect(decide({order: {createdAt}, installedAt: later})).toMatchObject({reason: {code: 'before_install'}});
  });

  test('of an order that is both, one reason names both, and one approval covers both', () => {
    const given = {order: {createdAt: daysAgo(8)}, installedAt: daysAgo(1)};
    expect(decide(given)).toEqual({
      kind: 'held',
      reason: {code: 'before_install', text: expect.stringMatching(/may have been sent.*also older than 7 days\./)},
      covers: ['too_old'],
    });
    // What was approved before it was that old, did not name its age.
    const early = {...noOverrides, approved: ['before_install']} as const;
    expect(decide(given, early)).toMatchObject({kind: 'held', reason: {code: 'too_old'}});
    expect(decide({order: {createdAt: daysAgo(6)}, installedAt: daysAgo(1)})).not.toHaveProperty('covers');
  });

  test('without a delay nothing is delayed, however far our clock is behind Shopify’s', () => {
    for (const ahead of [1, 5, 60]) expect(decide({order: {createdAt: minutesAgo(-ahead)}}).kind).toBe('sendable');
  });

  test('a delay counts from when the order was first seen, where our clock is behind Shopify’s', () => {
    const order = {createdAt: minutesAgo(-4)};
    const rules = {delayMinutes: 10};
    expect(decide({order, rules, seenAt: minutesAgo(10)}).kind).toBe('sendable');
    expect(decide({order, rules, seenAt: minutesAgo(9)})).toMatchObject({
      kind: 'waiting',
      reason: {code: 'delayed', text: 'Orders are sent 10 minutes after they were placed, as the settings say.'},
    });
    const late = {order: {createdAt: minutesAgo(10)}, rules, seenAt: minutesAgo(1)};
    expect(decide(late).kind).toBe('sendable');
    expect(decide({order: {createdAt: now}, rules: {delayMinutes: 1}})).toMatchObject({
      reason: {text: expect.stringContaining('sent 1 minute after')},
    });
  });

  test('a fraud check is waited for half an hour, then the order goes on', () => {
    const risk = {pending: true, recommendation: 'NONE'} as const;
    expect(decide({order: {risk, createdAt: minutesAgo(29)}}).kind).toBe('waiting');
    expect(decide({order: {risk, createdAt: minutesAgo(30)}}).kind).toBe('sendable');
  });

  test('a fraud check is waited for from when the order was first seen, where our clock is behind Shopify’s', () => {
    const order = {risk: {pending: true, recommendation: 'NONE'} as const, createdAt: minutesAgo(-4)};
    expect(decide({order, seenAt: minutesAgo(29)}).kind).toBe('waiting');
    expect(decide({order, seenAt: minutesAgo(30)}).kind).toBe('sendable');
  });

  test('a fraud check is not waited for where the merchant does not want it, but advice against the order still holds it', () => {
    const rules = {waitForFraudAnalysis: false};
    const order = {createdAt: minutesAgo(1), risk: {pending: true, recommendation: 'NONE'} as const};
    expect(decide({order, rules}).kind).toBe('sendable');
    const risk = {pending: true, recommendation: 'CANCEL'} as const;
    expect(decide({order: {...order, risk}, rules})).toMatchObject({kind: 'held', reason: {code: 'risk'}});
  });
});
