import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {DropshipOrderId} from '#domain/ids.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';
import {flaggedStates} from '#domain/orders/flags.ts';
import {DropshipOrders} from '../../../server/http/contract/dropship-orders.ts';
import {type BareApp, openBareApp, pageOf, refusalOf} from '../bare-app.ts';
import {click, detailOf, saveOrder} from './acting.ts';

const first = {code: 'order_refunded', at: '2026-11-03T10:00:00.000Z'} as const;
const second = {code: 'destination_changed', at: '2026-11-04T10:00:00.000Z'} as const;

describe('a flag the merchant has seen', () => {
  let app: BareApp;
  beforeAll(async () => {
    app = await openBareApp();
  });
  afterAll(() => app.close());

  const flagged = (flags: readonly object[], state: (typeof dropshipStates)[number] = 'shipped') =>
    saveOrder(app, {state, flags: JSON.stringify(flags)});
  const deeds = (id: string) => app.deps.db.selectFrom('audit').selectAll().where('subject', '=', id).execute();
  const look = async (id: string) => detailOf(await pageOf(app)('GET', `/dropship-orders/${id}`));
  const count = async () => DropshipOrders.parse((await pageOf(app)('GET', '/dropship-orders')).json).flagged;

  it('stays listed with its moment, counts no more, and is written down once', async () => {
    const before = await count();
    const id = await flagged([first, second]);
    expect(await count()).toBe(before + 1);
    expect((await look(id)).actions).toContain('seen');
    const seen = detailOf(await click(app, id, 'seen'));
    expect(seen.flags).toMatchObject([
      {...first, seenAt: expect.any(String)},
      {...second, seenAt: expect.any(String)},
    ]);
    expect(seen.actions).not.toContain('seen');
    expect(seen.state).toBe('shipped');
    expect(await count()).toBe(before);
    expect(detailOf(await click(app, id, 'seen')).flags).toEqual(seen.flags);
    expect(await deeds(id)).toMatchObject([
      {actor: 'user:42', action: 'flags_seen', detail: 'order_refunded, destination_changed'},
    ]);
  });

  it('is not one that was raised after the page was shown, nor the same one raised again', async () => {
    const id = await flagged([first, second]);
    const answer = detailOf(await click(app, id, 'seen', {body: {upTo: first.at}}));
    expect(answer.flags.map(({seenAt}) => seenAt === null)).toEqual([false, true]);
    expect(answer.actions).toContain('seen');
    await click(app, id, 'seen');
    const again = [first, {...second, at: '2026-11-05T10:00:00.000Z'}];
    await app.deps.db
      .updateTable('dropship_orders')
      .set({flags: JSON.stringify(again)})
      .where('id', '=', DropshipOrderId.parse(id))
      .execute();
    expect((await look(id)).flags.map(({seenAt}) => seenAt === null)).toEqual([false, true]);
    expect((await look(id)).actions).toContain('seen');
    const refused = await click(app, id, 'seen', {body: {upTo: 'today'}});
    expect(refusalOf(refused)).toMatchObject({status: 422, field: 'upTo'});
  });

  it.each(dropshipStates)(
    'of a %s order is told only where the goods can still be stopped or have to come back',
    async (state) => {
      const id = await flagged([first], state);
      const isTold = flaggedStates.some((told) => told === state);
      const {flags, actions} = await look(id);
      expect([flags.length, actions.includes('seen')]).toEqual([isTold ? 1 : 0, isTold]);
      expect((await click(app, id, 'seen')).status).toBe(isTold ? 200 : 409);
    },
  );
});
