// A shop that chooses articles by hand over and over writes the audit trail, which is kept for years, no faster than allowed.
import {afterAll, beforeAll, expect, it} from 'vitest';
import {refusalOf} from '../bare-app.ts';
import {type CatalogueTestApp, openCatalogueTestApp, stock} from '../catalogue-test-app.ts';

const articleIds = Array.from({length: 500}, (_, index) => `A-${index}`);

let app: CatalogueTestApp;
beforeAll(async () => {
  app = await openCatalogueTestApp('pglite');
  await stock(app, Object.fromEntries(articleIds.map((id) => [id, {}])));
  await app.db.deleteFrom('audit').execute();
});
afterAll(() => app.close());

it('five thousand articles are chosen by hand in a minute; the next are refused and leave no line in the audit trail', async () => {
  const change = (turn: number) =>
    app.merchant.call('PUT', '/articles/hand', {articleIds, hand: turn % 2 === 0 ? 'picked' : 'left_out'});
  const statuses: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) statuses.push((await change(turn)).status);
  expect(statuses).toEqual(Array.from({length: 10}, () => 200));
  const refused = await change(10);
  expect(refused.status).toBe(429);
  expect(refusalOf(refused)).toMatchObject({code: 'too_many_requests', field: 'articleIds'});
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const {lines} = await app.db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('lines'))
    .executeTakeFirstOrThrow();
  expect(lines).toBe(5_000);
});
