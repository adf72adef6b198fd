import {sql} from 'kysely';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {doUpkeep} from '../../jobs/upkeep.ts';
import {dismiss} from '../../server/db/merchant-moves.ts';
import {houseEngines} from '../support/house.ts';
import {openStage, type Stage} from './order-stage.ts';

describe.each(houseEngines)('an answer of the supplier that is hard to write down, on %s', (engine) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(engine);
  });
  afterAll(() => stage.close());

  it('an answer that comes after the merchant gave the order up is kept, and said', async () => {
    stage.supplier.misbehave({api: 'dropship', a: 'order', times: 1, does: {kind: 'slow', ms: 1_500}});
    const bought = stage.buy();
    await expect
      .poll(async () => (await stage.rows(bought.id))[0]?.state, {interval: 10, timeout: 15_000})
      .toBe('placing');
    stage.clock.turn(91_000);
    await doUpkeep(stage.worker, {task: 'sweep-placing'});
    const {id} = await stage.row(bought.id);
    const {db} = stage.worker;
    expect(await dismiss(db, {shop: stage.shop, id, actor: 'user:7'}, stage.clock.now())).toMatchObject({
      kind: 'moved',
    });
    await stage.quiet();
    const row = await stage.row(bought.id);
    const [taken] = stage.taken(row);
    expect(row).toMatchObject({state: 'dismissed', reason_code: 'placed_late', ref: taken?.ref});
    expect(row.checkout_url).toBe(taken?.checkoutUrl);
    expect(row.reason).toContain(`has this order as ${taken?.ref}`);
  });

  it('what the supplier said is not lost over a database that is away for a moment', async () => {
    const {db} = stage.worker;
    // A sequence is not rolled back: the first three tries to write it down fail, whatever time they take.
    await sql`create sequence tries`.execute(db);
    await sql`create function refuse() returns trigger language plpgsql as $$
      begin if nextval('tries') <= 3 then raise exception 'away'; end if; return new; end $$`.execute(db);
    await sql`create trigger away before update on dropship_attempts for each row execute function refuse()`.execute(
      db,
    );
    const bought = stage.buy({financialStatus: 'PARTIALLY_REFUNDED'});
    await stage.quiet();
    await sql`drop trigger away on dropship_attempts`.execute(db);
    const row = await stage.row(bought.id);
    expect(row).toMatchObject({state: 'awaiting_payment', attempts: 1});
    expect(row.ref).toBe(stage.taken(row)[0]?.ref);
    const tried = await sql<{last: number}>`select last_value::int as last from tries`.execute(db);
    expect(tried.rows).toEqual([{last: 4}]);
  });
});
