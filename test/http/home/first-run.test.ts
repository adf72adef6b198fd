// When set-up counts as done: after the first run over everything that the merchant has asked for.
import {randomUUID} from 'node:crypto';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {RunId} from '#domain/ids.ts';
import {saveQueuedRun, zeroCounts} from '../../../server/db/runs/runs.ts';
import {saveEverythingAsked} from '../../../server/db/set-up/set-up.ts';
import {Overview} from '../../../server/http/contract/overview.ts';
import {engines} from '../../support/database.ts';
import {shop} from '../bare-app.ts';
import {type CatalogueTestApp, openCatalogueTestApp} from '../catalogue-test-app.ts';

describe('the first run', () => {
  let app: CatalogueTestApp;
  beforeAll(async () => {
    app = await openCatalogueTestApp(engines.databases.at(-1) ?? 'pglite');
  });
  beforeEach(async () => {
    await app.db.deleteFrom('runs').execute();
    await app.db.updateTable('shops').set({everything_asked_at: null}).execute();
  });
  afterAll(() => app.close());

  const overview = () => app.merchant.get('/overview', Overview);
  const aRun = async () => {
    const id = RunId.parse(randomUUID());
    await saveQueuedRun(app.db, {id, shop, kind: 'full', trigger: 'schedule'}, new Date());
    return id;
  };

  it.each([
    ['a run that goes on', {state: 'running', kind: 'full'}, 5, false],
    ['a run with nothing chosen', {state: 'done', kind: 'full'}, 0, false],
    ['a preview', {state: 'done', kind: 'preview'}, 5, false],
    ['a run that failed', {state: 'failed', kind: 'full'}, 5, false],
    ['a trial', {state: 'done', kind: 'trial'}, 5, false],
    ['a run to its end', {state: 'done', kind: 'full'}, 5, true],
    ['a run that left something out', {state: 'partial', kind: 'full'}, 5, true],
  ] as const)('after %s, says whether the first run is done', async (_, run, chosen, firstRunDone) => {
    await saveEverythingAsked(app.db, shop, new Date(0));
    await app.db
      .updateTable('runs')
      .set({...run, counts: JSON.stringify({...zeroCounts, chosen})})
      .where('id', '=', await aRun())
      .execute();
    expect(await overview()).toMatchObject({firstRunDone});
  });

  it('does not take a run from before the merchant asked for everything for the first one', async () => {
    await app.db
      .updateTable('runs')
      .set({state: 'done', kind: 'full', counts: JSON.stringify({...zeroCounts, chosen: 10})})
      .where('id', '=', await aRun())
      .execute();
    expect(await overview()).toMatchObject({firstRunDone: false, setUp: {everythingAsked: false, trial: null}});
    await saveEverythingAsked(app.db, shop, new Date(Date.now() + 60_000));
    expect(await overview()).toMatchObject({firstRunDone: false, setUp: {everythingAsked: true}});
  });
});
