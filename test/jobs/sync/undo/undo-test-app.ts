// What the tests of undos share: costs that move, the last run with its changes, and an undo as the page asks for it.
import {expect} from 'vitest';
import {RunId} from '#domain/ids.ts';
import {countListings} from '../../../../server/db/listings/listing-facts.ts';
import {loadRunChanges} from '../../../../server/db/runs/run-changes.ts';
import {loadRuns, saveQueuedRun} from '../../../../server/db/runs/runs.ts';
import type {Product, Shop, SyncTestApp} from '../sync-test-app.ts';

export const undoTestApp = (app: () => SyncTestApp) => {
  const queueUndo = async (shop: Shop, undoes: RunId): Promise<RunId> => {
    const {deps, clock} = app();
    const id = RunId.parse(deps.newId());
    await saveQueuedRun(deps.db, {id, shop: shop.domain, kind: 'undo', trigger: 'merchant', undoes}, clock.now());
    return id;
  };
  return {
    /** Returns how to take it back: other tests have the same catalogue. */
    moveCost: (id: string, factor: number): (() => void) => {
      const {catalogue} = app().supplier;
      const cents = catalogue.listed().find((entry) => entry.id === id)?.cents ?? 0;
      catalogue.setStock(id, {price: Math.round(cents * factor) / 100});
      return () => catalogue.setStock(id, {price: cents / 100});
    },
    lastRun: async (shop: Shop) => {
      const [run] = await loadRuns(app().deps.db, shop.domain, 1);
      if (run === undefined) throw new Error('no run');
      return run;
    },
    /** Home counts as many products on sale as are on sale in the store. */
    expectTrueFigures: async (shop: Shop) => {
      const {active, drafts} = await countListings(app().deps.db, shop.domain);
      const onSale = [...shop.products().values()].filter(({status}) => status === 'ACTIVE' || status === 'UNLISTED');
      expect(active - drafts).toBe(onSale.length);
    },
    changesOf: async (shop: Shop, id: RunId) =>
      (await loadRunChanges(app().deps.db, shop.domain, id, {limit: 1_000})).changes,
    queueUndo,
    undo: async (shop: Shop, undoes: RunId) => {
      const runId = await queueUndo(shop, undoes);
      return {id: runId, ...(await shop.run({runId, kind: 'undo'}))};
    },
  };
};

/** Four brands with a dozen articles. */
export const brands = ['Nordhaag', 'Sablefen', 'Ferro Lino', 'Tarn & Tweed'];

export const idsOf = (shop: Shop): string[] => [...shop.products().keys()].toSorted();

export const pricesOf = ({variants}: Product): string[] => variants.map(({price}) => price);
