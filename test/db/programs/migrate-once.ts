// A process that starts, migrates the database it is given, and says what version that is at.
import {migrate} from '../../../server/db/connection/migrate.ts';
import {openDatabase} from '../../../server/db/connection/open.ts';
import {createLog} from '../../../server/log.ts';

const database = await openDatabase({databaseUrl: process.env['DATABASE_URL'], log: createLog('silent')});
try {
  process.stdout.write(`version ${await migrate(database, new Date())}\n`);
} finally {
  await database.close();
}
