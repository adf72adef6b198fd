// What keeps a merchant who leaves from products that are on sale again, or deleted against the choice.
import type {Guard} from './guard.ts';

const departure = 'test/jobs/sync/departure/departure.test.ts';
const beside = 'test/jobs/sync/departure/beside.test.ts';

export const departureGuards: readonly Guard[] = [
  {
    name: 'no update begins in a shop whose merchant is leaving',
    changes: [
      {
        file: 'jobs/sync/open-run.ts',
        from: "  if (row.kind !== 'departure' && (await isDeparting(db, shop))) {\n",
        to: "  if (row.kind === 'departure' && row.fence < 0) {\n",
      },
    ],
    tests: [departure],
  },
  {
    name: 'the store is compared at the end of leaving',
    changes: [
      {
        file: 'jobs/sync/departure/compare-store.ts',
        from: '  const wrong = products.filter(isWrong);\n',
        to: '  const wrong = products.filter(isWrong).slice(products.length);\n',
      },
    ],
    tests: [departure],
  },
  {
    name: 'leaving deletes only what the app made',
    changes: [
      {
        file: 'server/domain/departure/plan-departure.ts',
        from: "if (choice === 'delete' && isMade) return 'delete';",
        to: "if (choice === 'delete') return 'delete';",
      },
    ],
    tests: ['test/domain/departure/plan-departure.test.ts'],
  },
  {
    name: 'a product that lost our key is compared by its listing',
    changes: [
      {
        file: 'jobs/sync/departure/compare-store.ts',
        from: '    await comparePage(run, choice, shown, result);\n    after',
        to: '    after',
      },
    ],
    tests: [beside],
  },
];
