// Makes the dumps of releases again: node server/launch.mjs test/support/releases/programs/make-dumps.ts SCHEMA…, all where no schema is
// named. Each released program plays on a Postgres database of its own at TEST_DATABASE_URL, and pg_dump writes what it left there.
import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {gzipSync} from 'node:zlib';
import {dumpFile} from '../dumps.ts';
import {createOwnDatabase} from '../own-database.ts';
import {playBrake, playCatalogue, playUndo} from '../play-catalogue.ts';
import {playOrders} from '../play-orders.ts';
import {openPlayedShop} from '../played-shop.ts';
import {unpackRelease} from '../released-program.ts';
import {type Release, releases} from '../releases.ts';

const wanted = process.argv.slice(2).map(Number);
for (const release of releases) if (wanted.length === 0 || wanted.includes(release.schema)) await makeDump(release);

async function makeDump(release: Release): Promise<void> {
  const database = await createOwnDatabase();
  const program = unpackRelease(release);
  const shop = await openPlayedShop(database.url);
  try {
    const running = await shop.startProgram(program.folder);
    await playCatalogue(shop, running);
    await playUndo(shop, running);
    await playBrake(shop, running);
    await playOrders(shop, running);
    writeFileSync(dumpFile(release), gzipSync(dumpOf(database.url), {level: 9}));
    console.log(`Wrote ${dumpFile(release)}`);
  } finally {
    await shop.close();
    program.remove();
    await database.drop();
  }
}

/** The app's tables as plain statements, without psql's own commands. The queue's schema holds nothing that the rows do not say. */
function dumpOf(url: string): string {
  const flags = ['--schema=public', '--no-owner', '--no-privileges', '--rows-per-insert=200', `--dbname=${url}`];
  const text = execFileSync('pg_dump', flags, {encoding: 'utf8', maxBuffer: 2 ** 28});
  return text.replaceAll(/^(?:\\(?:un)?restrict .*|CREATE SCHEMA public;|--.*)?\n/gm, '');
}
