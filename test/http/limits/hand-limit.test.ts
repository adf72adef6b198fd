// A shop that chooses articles by hand over and over writes the audit trail, which is kept for years, no faster than allowed.
import {afterAll, beforeAll, expect, it} from 'vitest';
import {refusalOf} from '../bare-app.ts';
import {openStage, type Stage, stock} from '../catalogue-stage.ts';

const articleIds = Array.from({length: 500}, (_, index) => `A-${index}`);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage('pglite');
  await stock(stage, Object.fromEntries(articleIds.map((id) => [id, {}])));
  await stage.db.deleteFrom('audit').execute();
});
afterAll(() => stage.close());

it('five thousand articles are chosen by hand in a minute; the next are refused and leave no line in the audit trail', async () => {
  const change = (turn: number) =>
    stage.merchant.call('PUT', '/articles/hand', {articleIds, hand: turn % 2 === 0 ? 'picked' : 'left_out'});
  const statuses: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) statuses.push((await change(turn)).status);
  expect(statuses).toEqual(Array.from({length: 10}, () => 200));
  const refused = await change(10);
  expect(refused.status).toBe(429);
  expect(refusalOf(refused)).toMatchObject({code: 'too_many_requests', field: 'articleIds'});
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const {lines} = await stage.db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('lines'))
    .executeTakeFirstOrThrow();
  expect(lines).toBe(5_000);
});
