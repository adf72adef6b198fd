// What keeps an undo from writing over an edit, writing twice, or being lost.
import type {Guard} from './guard.ts';

export const undoGuards: readonly Guard[] = [
  {
    name: 'an undo sets back only what the store still shows as the run wrote it',
    changes: [
      {
        file: 'server/domain/undo/plan-undo.ts',
        from: "  return written[field] === undo.from && live === undo.from ? setBack(field, undo, null) : stays('edited', live);\n",
        to: '  return setBack(field, undo, null);\n',
      },
    ],
    tests: ['test/domain/runs/plan-undo.test.ts'],
  },
  {
    name: 'what an undo sets back is the merchant’s before the store is asked',
    changes: [
      {
        file: 'jobs/sync/undo/undo-product.ts',
        from: '    await saveUndoEdits(to, run.shop, articleId, withEdits(listing, back));\n',
        to: '',
      },
    ],
    tests: ['test/jobs/sync/undo/undo-interrupted.test.ts'],
  },
  {
    name: 'an interrupted undo recognises what it wrote',
    changes: [
      {
        file: 'jobs/sync/undo/undo-product.ts',
        from: '    await saveUndoBegun(to, run.shop, begun);\n',
        to: '    void [saveUndoBegun, begun];\n',
      },
    ],
    tests: ['test/jobs/sync/undo/undo-interrupted.test.ts'],
  },
  {
    name: 'an undo whose worker died waits while another run goes on',
    changes: [
      {
        file: 'server/db/runs/runs.ts',
        from: "  await abandoned().set(waits).where('kind', '=', 'undo').execute();\n",
        to: '  void waits;\n',
      },
    ],
    tests: ['test/jobs/sync/undo/undo-interrupted.test.ts'],
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
];
