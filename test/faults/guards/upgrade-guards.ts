// What keeps data over an upgrade, and the release before working beside the newer schema.
import type {Guard} from './guard.ts';

const file = 'server/db/connection/migrate.ts';
const end = '];\n\n/**\n * Brings the schema';
const withLast = (statement: string) => ({
  file,
  from: end,
  to: `  {version: 9_999, name: 'last', statements: [${JSON.stringify(statement)}]},\n${end}`,
});

export const upgradeGuards: readonly Guard[] = [
  {
    name: 'a migration takes no column that the release before uses',
    changes: [withLast('alter table shops rename column reconcile_found to found_by_reconcile')],
    tests: ['test/db/upgrades/expansions.test.ts'],
  },
  {
    name: 'a migration loses no row',
    changes: [withLast('delete from audit where id in (select max(id) from audit)')],
    tests: ['test/db/upgrades/upgrade.test.ts'],
  },
  {
    name: 'a record that another program changed is read again',
    changes: [
      {
        file: 'server/db/connection/migrations/0060-to-0079/0070-known-items.ts',
        from: 'old.data is distinct from new.data or old.hash is distinct from new.hash',
        to: 'false',
      },
    ],
    tests: ['test/jobs/known-items/unparsed.test.ts'],
  },
];
