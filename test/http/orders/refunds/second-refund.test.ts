// Two refunds of one dropship order that Shopify made: the database holds one of them, and the log names the other.
import {randomUUID} from 'node:crypto';
import {sql} from 'kysely';
import {afterAll, afterEach, beforeAll, describe, expect, it, vi} from 'vitest';
import {testEngines} from '../../../support/test-app.ts';
import {asking, openRefundApp, type RefundApp, refundable} from './refund-app.ts';

describe.each(testEngines)('a refund that Shopify made beside another one, on %s', (engine) => {
  let app: RefundApp;
  beforeAll(async () => {
    app = await openRefundApp(engine);
  });
  afterEach(() => app.endFaults());
  afterAll(() => app.close());
  const page = () => asking(app);

  /** A refund that Shopify made, while its answer is under way. */
  async function beingAnswered() {
    const order = await refundable(app);
    app.spoil({fault: 'delay', ms: 1_500, at: 'after'});
    const answer = page().refund(order.id);
    await vi.waitFor(() => expect(order.inStore()).toHaveLength(1), 10_000);
    const [row] = await order.rows();
    if (row === undefined) throw new Error('no refund was committed');
    return {order, answer, row, made: app.store.order(order.gid)?.refunds[0]?.id ?? ''};
  }
  const saveBeside = (row: Awaited<ReturnType<typeof beingAnswered>>['row'], changes: object) =>
    app.deps.db
      .insertInto('buyer_refunds')
      .values({...row, input: JSON.stringify(row.input), id: randomUUID(), ...changes})
      .execute();
  const second = 'Shopify made a refund that counted as not made, beside another one';

  it('is not stored, and the log names the order and both ids of the refund', async () => {
    const {order, answer, row, made} = await beingAnswered();
    await app.deps.db.updateTable('buyer_refunds').set({state: 'not_made'}).where('id', '=', row.id).execute();
    await saveBeside(row, {state: 'unknown'});
    expect(page().read(await answer).refund?.state).toBe('intended');
    expect((await order.rows()).map(({state}) => state).toSorted()).toEqual(['not_made', 'unknown']);
    const lines = app.logged().filter(({msg}) => msg === second);
    expect(lines).toMatchObject([{dropshipOrder: order.id, refund: row.id, refundGid: made}]);
  });

  it('is not what another rule of the database says: that fails as an error of the app', async () => {
    await sql`create unique index another_rule on buyer_refunds (refund_gid)`.execute(app.deps.db);
    try {
      const before = app.logged().length;
      const {answer, row, made} = await beingAnswered();
      const other = await refundable(app);
      await saveBeside(row, {dropship_order_id: other.id, state: 'succeeded', refund_gid: made});
      expect((await answer).status).toBe(500);
      expect(
        app
          .logged()
          .slice(before)
          .map(({msg}) => msg),
      ).not.toContain(second);
    } finally {
      await sql`drop index another_rule`.execute(app.deps.db);
    }
  });

  it('a refund without a known outcome is named in the log', async () => {
    const order = await refundable(app);
    app.spoil({fault: 'cut', at: 'before'});
    await page().refund(order.id);
    const [row] = await order.rows();
    const lines = app.logged().filter(({msg}) => msg === 'a refund has no known outcome');
    expect(lines).toMatchObject([{refund: row?.id}]);
  });
});
