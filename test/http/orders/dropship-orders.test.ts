import {randomUUID} from 'node:crypto';
import fc from 'fast-check';
import {sql} from 'kysely';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {DropshipOrder, DropshipOrderDetail} from '../../../server/http/contract/dropship-orders.ts';
import {Overview} from '../../../server/http/contract/overview.ts';
import {type BareApp, openBareApp, refusalOf} from '../bare-app.ts';
import {click} from './acting.ts';
import {ordersOf} from './stored-order.ts';

describe('dropship orders', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
  });
  beforeEach(() => app.deps.db.deleteFrom('dropship_orders').execute());
  afterAll(() => app.close());

  const {page, orders, save} = ordersOf(() => app);
  const [anyGid, anyLine] = ['gid://shopify/Order/1', 'gid://shopify/LineItem/1'];
  const cursorOf = (parts: readonly unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

  it('are shown with everything that was decided and said, and nothing of the buyer', async () => {
    const [id = ''] = await save([
      {
        state: 'awaiting_payment',
        zone: 'GB',
        country: 'GB',
        ref: 'DS-7',
        checkout_url: 'https://supplier.example/checkout/DS-7',
        price: 4_995,
        fee: 3_000,
        placed_at: new Date('2026-11-02T10:00:00Z'),
      },
    ]);
    const order = DropshipOrder.parse((await page(`/dropship-orders/${id}`)).json);
    expect(order).toMatchObject({id, state: 'awaiting_payment', ref: 'DS-7', price: 4_995, fee: 3_000, quantity: 1});
    expect((await orders()).orders).toEqual([order]);
    expect(Object.keys(order)).not.toContain('shop');
  });

  it('are shown though what was typed for them can no longer be read: as if nothing had been', async () => {
    const [id = ''] = await save([{state: 'needs_details', details_sealed: 'gone.AAAA.AAAA.AAAA'}]);
    const answer = await page(`/dropship-orders/${id}`);
    expect(answer.status).toBe(200);
    expect(DropshipOrderDetail.parse(answer.json).typed).toEqual({colour: null, size: null, name: false, email: false});
  });

  it('are shown with a reason of another release: its sentence, and no code', async () => {
    const [id = ''] = await save([{state: 'held', reason_code: 'risk', reason: 'A newer reason.'}]);
    const unknown = {code: 'of_a_newer_release', approved: JSON.stringify(['too_old', 'of_a_newer_release'])};
    await sql`
      update dropship_orders set reason_code = ${unknown.code}, approved = ${unknown.approved}::jsonb where id = ${id}
    `.execute(app.deps.db);
    const shown = {state: 'held', reasonCode: null, reason: 'A newer reason.'};
    expect((await orders()).orders).toMatchObject([shown]);
    const detail = DropshipOrderDetail.parse((await page(`/dropship-orders/${id}`)).json);
    expect(detail).toMatchObject({...shown, approved: ['too_old']});
    expect((await click(app, id, 'approve')).json).toMatchObject({state: 'waiting', approved: ['too_old']});
  });

  it('say what to look at before they are paid only until then', async () => {
    const until = ['waiting', 'needs_details', 'blocked', 'held', 'placing', 'unconfirmed', 'awaiting_payment'];
    const warning = 'The postcode of the address is not complete.';
    await save(dropshipStates.map((state) => ({state, warning})));
    const warned = (await orders()).orders.filter((order) => order.warning === warning).map(({state}) => state);
    expect(warned.toSorted()).toEqual(until.toSorted());
  });

  it('come newest first, fifty a page, each once, also where many were placed in the same second', async () => {
    const second = new Date('2026-11-01T12:00:00Z');
    const ids = await save(
      Array.from({length: 120}, (_, i) => ({ordered_at: i < 80 ? second : new Date(second.getTime() + i)})),
    );
    const seen: string[] = [];
    const sizes: number[] = [];
    let query = '';
    for (let i = 0; i < 4; i += 1) {
      const {orders: some, nextCursor} = await orders(query);
      seen.push(...some.map(({id}) => id));
      sizes.push(some.length);
      if (nextCursor === null) break;
      query = `?cursor=${encodeURIComponent(nextCursor)}`;
    }
    expect(sizes).toEqual([50, 50, 20]);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(seen.slice(0, 40)).toEqual(ids.slice(80).toReversed());
  });

  it('can be asked for by state, by several, and page on within them', async () => {
    await save(
      Array.from({length: 120}, (_, i) => ({state: (['held', 'blocked', 'waiting'] as const)[i % 3] ?? 'held'})),
    );
    expect((await orders('?state=held')).orders).toHaveLength(40);
    const first = await orders('?state=held&state=blocked');
    expect(first.orders).toHaveLength(50);
    const rest = await orders(`?state=held&state=blocked&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    expect(rest.orders).toHaveLength(30);
    expect(rest.nextCursor).toBeNull();
    expect(new Set([...first.orders, ...rest.orders].map(({state}) => state))).toEqual(new Set(['held', 'blocked']));
    expect((await orders('?state=paid')).orders).toEqual([]);
  });

  it.each(['?state=lost', '?state=', '?state=held&state=lost', "?state=held'--"])(
    '%s is no state of theirs',
    async (query) => {
      expect(refusalOf(await page(`/dropship-orders${query}`))).toMatchObject({
        status: 422,
        field: expect.stringContaining('state'),
        message: 'There is no such state.',
      });
    },
  );

  it.each([
    'garbage',
    '%00',
    '~',
    cursorOf(['newest', null]),
    cursorOf(['newest', null, '2026-13-45T12:00:00.000Z', anyGid, anyLine, 1]),
    cursorOf(['newest', null, '2026-02-31T12:00:00.000Z', anyGid, anyLine, 1]),
    cursorOf(['newest', null, '0000-01-01T00:00:00.000Z', anyGid, anyLine, 1]),
    cursorOf(['newest', null, '2026-11-01T12:00:00.000Z', `${anyGid}'`, anyLine, 1]),
    cursorOf(['newest', null, '2026-11-01T12:00:00.000Z', anyGid, `${anyLine}\u0000`, 1]),
    cursorOf(['newest', null, '2026-11-01T12:00:00.000Z', anyGid, anyLine, 1e10]),
    cursorOf(['newest', null, '2026-11-01T12:00:00.000Z', anyGid, anyLine, 1, 1]),
    cursorOf(['oldest', null, '2026-11-01T12:00:00.000Z', anyGid, anyLine, 1]),
    'x'.repeat(99),
    'x'.repeat(6_000),
  ])('a page that was never given, %s, is refused and not taken for the first', async (cursor) => {
    await save([{}]);
    expect(refusalOf(await page(`/dropship-orders?cursor=${cursor}`))).toEqual({
      status: 422,
      code: 'invalid_input',
      field: 'cursor',
      message: 'This page does not exist. Start from the first.',
    });
  });

  it('a sort order that there is not is refused by name', async () => {
    const refusal = {status: 422, code: 'invalid_input', field: 'sort', message: 'There is no such sort order.'};
    expect(refusalOf(await page('/dropship-orders?sort=price'))).toEqual(refusal);
    expect(refusalOf(await page('/articles?sort=price'))).toEqual(refusal);
  });

  it('no query makes the server stumble', async () => {
    const word = fc.oneof(fc.string({unit: 'binary', maxLength: 30}), fc.constantFrom('state', 'cursor', '__proto__'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(word, word), {maxLength: 4}), async (pairs) => {
        const query = new URLSearchParams(pairs);
        expect([200, 422]).toContain((await page(`/dropship-orders?${query.toString()}`)).status);
      }),
      {numRuns: 60},
    );
  });

  it('there is none under another id', async () => {
    await save([{}]);
    for (const id of [randomUUID(), 'nothing', '%00', '7']) {
      expect(refusalOf(await page(`/dropship-orders/${id}`))).toMatchObject({
        status: 404,
        message: 'There is no such dropship order.',
      });
    }
  });

  it('are counted on the overview, with the day the oldest unpaid one was placed', async () => {
    const placed = (day: string) => ({
      state: 'awaiting_payment' as const,
      placed_at: new Date(`2026-11-${day}T10:00:00Z`),
    });
    await save([placed('03'), placed('02'), {state: 'blocked'}]);
    const overview = Overview.parse((await page('/overview')).json);
    expect(overview.orders).toEqual({awaiting_payment: 2, blocked: 1});
    expect(overview.toPay).toMatchObject({count: 2, oldestPlacedAt: '2026-11-02T10:00:00.000Z'});
  });

  it.each([
    ['order_cancelled', true],
    ['order_refunded', true],
    ['line_removed', true],
    ['quantity_lowered', true],
    ['quantity_raised', false],
    ['destination_changed', false],
  ] as const)(
    'an unpaid one whose store order changed (%s): not to be paid any more is %s',
    async (code, forbidden) => {
      const flag = {code, at: '2026-11-04T10:00:00.000Z'};
      const unpaid = {state: 'awaiting_payment', placed_at: new Date('2026-11-01T10:00:00Z')} as const;
      const later = {...unpaid, placed_at: new Date('2026-11-03T10:00:00Z')};
      const [id = ''] = await save([{...unpaid, flags: JSON.stringify([flag])}, later]);
      const flagged = async () => (await orders('?flagged=true')).orders.map((order) => order.id);
      const glance = async () => Overview.parse((await page('/overview')).json);
      expect(DropshipOrder.parse((await page(`/dropship-orders/${id}`)).json).doNotPay).toBe(forbidden);
      const oldest = (forbidden ? later : unpaid).placed_at.toISOString();
      expect(await glance()).toMatchObject({
        orders: {awaiting_payment: 2},
        toPay: {count: forbidden ? 1 : 2, oldestPlacedAt: oldest},
        flagged: 1,
      });
      expect(await flagged()).toEqual([id]);
      await click(app, id, 'seen');
      // Seen is not undone: the store order stays cancelled, whoever looked at it.
      expect(await glance()).toMatchObject({
        toPay: {count: forbidden ? 1 : 2, oldestPlacedAt: oldest},
        flagged: 0,
      });
      expect(await flagged()).toEqual([]);
    },
  );

  it('what was paid before the store order was cancelled is not one "not to pay"', async () => {
    const flags = JSON.stringify([{code: 'order_cancelled', at: '2026-11-04T10:00:00.000Z'}]);
    const [id = ''] = await save([
      {state: 'paid', flags},
      {state: 'dismissed', flags},
    ]);
    expect((await orders()).orders.map(({doNotPay}) => doNotPay)).toEqual([false, false]);
    expect((await orders('?flagged=true')).orders.map((order) => order.id)).toEqual([id]);
    expect((await orders('?flagged=true&state=shipped')).orders).toEqual([]);
    expect(refusalOf(await page('/dropship-orders?flagged=maybe'))).toMatchObject({status: 422, field: 'flagged'});
  });
});
