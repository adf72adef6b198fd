// A run whose worker died, when another run of the shop begins: what it tells the merchant, and whether it goes on.
import {randomUUID} from 'node:crypto';
import {expect, it} from 'vitest';
import {RunId, ShopDomain} from '#domain/ids.ts';
import type {RunKind} from '#domain/runs/early-ends.ts';
import {saveAbandonedRuns} from '../../server/db/runs/dead-runs.ts';
import {loadRun, saveQueuedRun, saveRunRequest, saveRunStart} from '../../server/db/runs/runs.ts';
import {saveInstalledShop} from '../../server/db/shops/shops.ts';
import {onEachDatabase} from '../support/database.ts';

const shop = ShopDomain.parse('a.myshopify.com');
const now = new Date(Date.UTC(2026, 10, 24));

onEachDatabase('a run whose worker died', (current) => {
  it.each<readonly [RunKind, 'stopped' | 'queued', string]>([
    ['full', 'stopped', 'What was done stays; the next update goes on from there.'],
    ['selected', 'stopped', 'What was done stays; the next update goes on from there.'],
    ['preview', 'stopped', 'It changed nothing. Ask for it again to see what an update would do.'],
    ['trial', 'stopped', 'The products that it made stay. Ask for the trial again to get the others.'],
    ['undo', 'queued', 'the undo goes on after the update that is going on.'],
    ['delete', 'queued', 'the deletion goes on after the update that is going on.'],
  ])('a %s run is %s, and says who does the rest', async (kind, state, says) => {
    const db = current().kysely;
    await saveInstalledShop(db, shop, {scopes: 'write_products'}, now);
    const id = RunId.parse(randomUUID());
    await saveQueuedRun(db, {id, shop, kind, trigger: 'merchant'}, now);
    await saveRunStart(db, id, 1, now);
    await saveAbandonedRuns(db, shop, {id: RunId.parse(randomUUID()), fence: 2}, now);
    const run = await loadRun(db, shop, id);
    expect(run?.state).toBe(state);
    expect(run?.reason).toMatch(/^The worker stopped before the end/);
    expect(run?.reason).toContain(says);
  });

  it.each(['full', 'undo', 'delete'] as const)('a %s run that was to stop does not go on', async (kind) => {
    const db = current().kysely;
    await saveInstalledShop(db, shop, {scopes: 'write_products'}, now);
    const id = RunId.parse(randomUUID());
    await saveQueuedRun(db, {id, shop, kind, trigger: 'merchant'}, now);
    await saveRunStart(db, id, 1, now);
    await saveRunRequest(db, shop, id, 'stop', now);
    await saveAbandonedRuns(db, shop, {id: RunId.parse(randomUUID()), fence: 2}, now);
    expect(await loadRun(db, shop, id)).toMatchObject({
      state: 'stopped',
      reason: expect.stringMatching(/^You stopped the /),
    });
  });
});
