// What each reason decides. The lists are written out here a second time: whoever changes a rule changes it in two places.
import {describe, expect, test} from 'vitest';
import {
  codesFreedBy,
  codesNotFreedBy,
  isOverrulable,
  overrulableCodes,
  queuedOnlyCodes,
  type ReasonCode,
  readReasonCode,
  reasonCodes,
  recheckAt,
} from '#domain/orders/reasons.ts';

const minute = 60_000;
const sorted = (codes: readonly string[]): readonly string[] => codes.toSorted();

/** Reasons of orders that are not open any more. */
const closed: readonly ReasonCode[] = ['rejected', 'unconfirmed', 'worker_lost', 'placed_again', 'placed_late'];

const words = (text: string): readonly string[] => text.split(' ');

describe('a reason', () => {
  test('is overruled by the merchant where these name it, and not otherwise', () => {
    const named = [
      words(
        'already_fulfilled fulfilment_on_hold fulfilment_scheduled request_rejected request_cancelled test_order before_install too_old not_paid risk',
      ),
      words(
        'many_pieces property_asked known_by_sku other_delivery not_routed shipped_elsewhere risk_pending destination_held delayed price_rose margin_below_floor margin_unknown cost_above_limit approval_asked supplier_away',
      ),
    ].flat();
    expect(sorted(overrulableCodes)).toEqual(sorted(named));
    expect(reasonCodes.filter(isOverrulable)).toEqual(overrulableCodes);
    expect([null, '', 'toString', 'destination_blocked'].filter(isOverrulable)).toEqual([]);
  });

  test.each([
    [
      'order_settings',
      'test_order too_old email_missing colour_missing size_missing sending_paused risk_pending delayed price_rose margin_below_floor margin_unknown cost_above_limit approval_asked',
    ],
    ['waiting_time', 'risk_pending delayed'],
    ['settings_saved', 'settings_unreadable prices_unreadable rules_unreadable'],
    ['sending_resumed', 'sending_paused'],
    ['test_orders_allowed', 'test_order'],
    ['standing_colour', 'colour_missing'],
    ['property_answers', 'property_unread property_asked'],
    ['dropship_key', 'key_missing key_rejected key_unreadable'],
    ['newer_key', 'key_rejected'],
    ['access', 'uninstalled sending_stopped access_lost'],
    ['buyer_data', 'name_missing email_missing address_withheld'],
    ['brake', 'list_doubtful'],
    ['list', 'not_listed list_doubtful'],
    ['supplier', 'supplier_unreachable'],
  ] as const)('is lifted by %s where it is one of %s', (event, codes) => {
    expect(sorted(codesFreedBy(event))).toEqual(sorted(words(codes)));
  });

  test('of an open order is looked at again when the store order changes, but for those about supplier and key', () => {
    const keepTheirTime = words(
      'supplier_unreachable supplier_failing supplier_unreadable stock_refused key_missing key_rejected key_unreadable',
    );
    const open = codesNotFreedBy('store_order').filter((code) => !closed.includes(code));
    expect(sorted(open)).toEqual(sorted(keepTheirTime));
  });

  test('is looked at again after an hour, but for these', () => {
    const others: Partial<Record<ReasonCode, number | null>> = {
      ...Object.fromEntries(queuedOnlyCodes.map((code) => [code, 0])),
      risk_pending: 5 * minute,
      not_routed: minute,
      supplier_unreadable: 5 * minute,
      access_lost: 5 * minute,
      store_unreachable: 5 * minute,
      order_missing: 5 * minute,
      not_shown_any_more: 24 * 60 * minute,
    };
    const byEventOnly: readonly string[] = [
      ...words('order_cancelled line_removed order_refunded handed_over order_gone variant_unknown nothing_to_ship'),
      ...words('no_country destination_blocked not_listed colour_gone size_gone'),
      ...words('name_missing email_missing colour_missing size_missing property_unread known_by_sku'),
      ...closed,
    ];
    for (const code of reasonCodes) {
      const {[code]: after = byEventOnly.includes(code) ? null : 60 * minute} = others;
      expect([code, recheckAt(code, new Date(0))?.getTime() ?? null]).toEqual([code, after]);
    }
    expect(sorted(queuedOnlyCodes)).toEqual(['key_replaced', 'looked_at_again', 'ready', 'wanted_again']);
  });

  test('that is stored and not known counts as none', () => {
    const read = ['not_paid', 'of_a_newer_release', 'toString', '', null].map(readReasonCode);
    expect(read).toEqual(['not_paid', null, null, null, null]);
  });
});
