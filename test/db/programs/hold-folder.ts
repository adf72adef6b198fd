// Opens the embedded database in the folder it is given, writes a row, says so and stays: the other process of a test.
import {sql} from 'kysely';
import {migrate} from '../../../server/db/connection/migrate.ts';
import {openDatabase} from '../../../server/db/connection/open.ts';
import {createLog} from '../../../server/log.ts';

const [folder, shop = 'held.myshopify.com'] = process.argv.slice(2);
try {
  const database = await openDatabase({folder, log: createLog('silent')});
  await migrate(database, new Date());
  await sql`insert into shops (shop, installed_at, updated_at) values (${shop}, now(), now())`.execute(database.kysely);
  process.stdout.write('open\n');
  process.stdin.once('data', () => void database.close().then(() => process.exit(0)));
} catch (error) {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(3);
}
