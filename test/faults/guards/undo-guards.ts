// What keeps an undo from writing over an edit, writing twice, or being lost.
import type {Guard} from './guard.ts';

export const undoGuards: readonly Guard[] = [
  {
    name: 'an undo sets back only what the store still shows as the run wrote it',
    changes: [
      {
        file: 'server/domain/undo/plan-undo.ts',
        from: "  return ours === undo.from && live === undo.from ? toSetBack(field, undo, null) : stays('edited', live);\n",
        to: '  return toSetBack(field, undo, null);\n',
      },
    ],
    tests: ['test/domain/runs/plan-undo.test.ts'],
  },
  {
    name: 'what an undo sets back is the merchant’s before the store is asked',
    changes: [
      {
        file: 'jobs/sync/undo/undo-product.ts',
        from: '    await saveUndoEdits(to, run.shop, articleId, withBegunEdits(listing, toWrite));\n',
        to: '',
      },
    ],
    tests: ['test/jobs/sync/undo/undo-interrupted.test.ts'],
  },
  {
    name: 'an undo decides by the listing as it is when it writes, not as it was before it asked the store',
    changes: [
      {
        file: 'jobs/sync/undo/undo-product.ts',
        from: '(to) => beginUndo(run, to, product, found)',
        to: '(to) => beginUndo(run, to, product, found, known)',
      },
      {
        file: 'jobs/sync/undo/undo-product.ts',
        from: '  shown: FoundProductToUndo | null,\n): Promise<BegunUndo> {\n  const listing = await lockListing(to, run.shop, articleId);\n',
        to: '  shown: FoundProductToUndo | null,\n  listing: StoredListing | null,\n): Promise<BegunUndo> {\n',
      },
    ],
    tests: ['test/jobs/sync/undo/undo-refused.test.ts'],
  },
  {
    name: 'an undo waits for an edit that is being saved',
    changes: [{file: 'server/db/listings/lock-listing.ts', from: ' for update\n', to: '\n'}],
    tests: ['test/jobs/sync/undo/undo-refused.test.ts'],
    onPostgres: true,
  },
  {
    name: 'an interrupted undo recognises what it wrote',
    changes: [
      {
        file: 'jobs/sync/undo/undo-product.ts',
        from: '    await markUndoBegun(to, run.shop, changeIds(changes, fields));\n',
        to: '    void [markUndoBegun, fields];\n',
      },
    ],
    tests: ['test/jobs/sync/undo/undo-interrupted.test.ts'],
  },
  {
    name: 'an undo whose worker died waits while another run goes on',
    changes: [
      {
        file: 'server/db/runs/dead-runs.ts',
        from: "of ['undo', 'delete', 'departure'] as const",
        to: "of ['delete'] as const",
      },
    ],
    tests: ['test/jobs/sync/undo/undo-interrupted.test.ts'],
  },
  {
    name: 'a deletion whose worker died waits while another run goes on',
    changes: [
      {
        file: 'server/db/runs/dead-runs.ts',
        from: "of ['undo', 'delete', 'departure'] as const",
        to: "of ['undo', 'departure'] as const",
      },
    ],
    tests: ['test/jobs/sync/choosing.test.ts'],
  },
  {
    name: 'a deletion that goes on spares a product that was made again',
    changes: [
      {
        file: 'jobs/sync/delete-products.ts',
        from: '    if (deleted.has(articleId)) continue;\n',
        to: '',
      },
    ],
    tests: ['test/jobs/sync/choosing.test.ts'],
  },
  {
    name: 'a retired product that was brought back is not retired again',
    changes: [
      {
        file: 'server/db/runs/undo-changes.ts',
        from: "      absence = case when ${kind}::text = 'retire' then 'keep' else absence end,\n",
        to: '',
      },
    ],
    tests: ['test/jobs/sync/undo/undo.test.ts'],
  },
  {
    name: 'an undo names the prices that lose money today',
    changes: [
      {
        file: 'server/domain/undo/undo-loss.ts',
        from: '  return worst.left < 0 ? {price, least} : null;\n',
        to: '  return null;\n',
      },
    ],
    tests: ['test/http/runs/undo-prices.test.ts'],
  },
  {
    name: 'after an unreadable answer an undo looks at what the store shows',
    changes: [
      {
        file: 'server/shopify/products/set-back.ts',
        from: '  return done.refused === null || done.isMissing ? done : confirmByReading(admin, shop, {ours, values, done});\n',
        to: '  void confirmByReading;\n  return done;\n',
      },
    ],
    tests: ['test/jobs/sync/undo/undo-refused.test.ts'],
  },
  {
    name: 'what the merchant gives back while an undo asks the store stays given back',
    changes: [
      {
        file: 'server/domain/undo/undo-edits.ts',
        from: '  const entries = Object.entries(now).flatMap(',
        to: '  const entries = Object.entries({...now, ...toBegunEdits(listing.written, toWrite)}).flatMap(',
      },
    ],
    tests: ['test/jobs/sync/undo/undo-refused.test.ts'],
  },
  {
    name: 'what Shopify refused can be undone again',
    changes: [
      {
        file: 'jobs/sync/undo/undo-product.ts',
        from: '.filter((id) => !leftIds.includes(id));',
        to: ';',
      },
    ],
    tests: ['test/jobs/sync/undo/undo-refused.test.ts'],
  },
  {
    name: 'an undo that ended between two portions of the variants goes on there',
    changes: [
      {
        file: 'server/domain/undo/plan-undo.ts',
        from: '  if (undo.begun && isAmountField(field) && isMixOf(live, [undo.from, undo.to])) return toSetBack(field, undo, null);\n',
        to: '  void isMixOf;\n',
      },
    ],
    tests: ['test/jobs/sync/undo/undo-refused.test.ts'],
  },
  {
    name: 'a run is undone once',
    changes: [
      {
        file: 'server/domain/undo/undo-refusal.ts',
        from: "undos.some((undo) => undo === 'done' || undo === 'partial')",
        to: 'undos.length < 0',
      },
    ],
    tests: ['test/http/runs/undo.test.ts'],
  },
  {
    name: 'an edit of the merchant’s own is not given back with what an undo set back',
    changes: [
      {
        file: 'server/db/runs/set-back-fields.ts',
        from: "  and coalesce(c.undo->'from', to_jsonb(c.after), 'null') = l.edits->c.field->'live'\n",
        to: '',
      },
    ],
    tests: ['test/http/runs/set-back.test.ts', 'test/jobs/sync/undo/undo-given-back.test.ts'],
  },
  {
    name: 'what a run wrote after an undo is no longer as the undo set it back',
    changes: [
      {
        file: 'server/db/runs/set-back-fields.ts',
        from: 'since.field = c.field and since.applied offset 0',
        to: 'false offset 0',
      },
    ],
    tests: ['test/http/runs/set-back.test.ts'],
  },
  {
    name: 'the history of an undo has what the store kept',
    changes: [
      {
        file: 'jobs/sync/undo/undo-product.ts',
        from: '  const after = kept === undefined ? to : kept;\n',
        to: '  void kept;\n  const after = to;\n',
      },
    ],
    tests: ['test/jobs/sync/undo/undo-given-back.test.ts'],
  },
  {
    name: 'what is given back while a run writes stays given back',
    changes: [
      {
        file: 'jobs/sync/save-outcome.ts',
        from: '  await saveListing(db, run.shop, change, now);\n  await giveBackAgain(db, run.shop, [toLoaded(planned)]);\n',
        to: '  await saveListing(db, run.shop, change, now);\n',
      },
    ],
    tests: ['test/jobs/sync/undo/undo-given-back.test.ts'],
  },
  {
    name: 'the history of an undo stays while a field is still as it set it back',
    changes: [
      {
        file: 'server/db/runs/run-changes.ts',
        from: "(r.kind <> 'undo' or not exists (",
        to: '(true or not exists (',
      },
    ],
    tests: ['test/http/runs/set-back.test.ts'],
  },
];
