// The embedded database holds sealed keys, tokens and orders: no other account of the machine may read its files.
import {chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {prepareFolder} from '../../server/db/connection/embedded-folder.ts';
import {openDatabase} from '../../server/db/connection/open.ts';
import {silentLog} from '../support/database.ts';

const modeOf = (folder: string) => (statSync(folder).mode & 0o777).toString(8);

describe.runIf(process.platform !== 'win32')('the folder of the embedded database', () => {
  let home: string;
  let folder: string;
  let count = 0;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'piecewise-folder-'));
  });
  beforeEach(() => {
    count += 1;
    folder = join(home, `above-${count}`, 'db');
  });
  afterAll(() => rmSync(home, {recursive: true, force: true}));

  it('is made for its owner alone', () => {
    prepareFolder(folder);
    expect(modeOf(folder)).toBe('700');
  });

  it.each(['755', '770', '701'])('is narrowed where it is there as %s, whether empty or with a database', (mode) => {
    for (const file of [null, 'PG_VERSION']) {
      mkdirSync(folder, {recursive: true});
      if (file !== null) writeFileSync(join(folder, file), '17');
      chmodSync(folder, mode);
      prepareFolder(folder);
      expect(modeOf(folder)).toBe('700');
    }
  });

  it('is left as it is where it holds the files of something else, and the start is refused', () => {
    mkdirSync(folder, {recursive: true});
    writeFileSync(join(folder, 'letter.txt'), '');
    chmodSync(folder, '755');
    expect(() => prepareFolder(folder)).toThrow(/^The folder [^\n]* holds files that are no database; set DATA_FOLDER/);
    expect(modeOf(folder)).toBe('755');
  });

  it('is closed to others when a database is opened in it', async () => {
    mkdirSync(folder, {recursive: true, mode: 0o755});
    const database = await openDatabase({folder, log: silentLog});
    expect(modeOf(folder)).toBe('700');
    await database.close();
  });
});
