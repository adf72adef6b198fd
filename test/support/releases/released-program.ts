// The files of a release in a folder of their own, with the packages of this tree: a release's lock file names no package that this one
// lacks or has in another version.
import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {root} from '../../processes/child.ts';
import type {Release} from './releases.ts';

/** Of these, those whose commits are in this clone's history. The others are named; with CI=true all are required. */
export function findReleases(wanted: readonly Release[]): readonly Release[] {
  const missing = wanted.filter(({commit}) => !isInHistory(commit));
  if (missing.length > 0) {
    const names = missing.map(({version, schema}) => `${version} with schema ${schema}`).join(', ');
    const sentence = `This clone's history lacks the released programs ${names}; git fetch --unshallow brings them.`;
    if (process.env['CI'] === 'true') throw new Error(sentence);
    console.warn(`Left out: ${sentence}`);
  }
  return wanted.filter((release) => !missing.includes(release));
}

function isInHistory(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], {cwd: root, stdio: 'ignore'});
    return true;
  } catch {
    return false;
  }
}

export type ReleasedProgram = {readonly folder: string; readonly remove: () => void};

export function unpackRelease({commit, schema}: Release): ReleasedProgram {
  const folder = mkdtempSync(join(tmpdir(), `piecewise-schema-${schema}-`));
  const files = execFileSync('git', ['archive', commit, 'package.json', 'shopify.app.toml', 'server', 'jobs', 'web'], {
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  execFileSync('tar', ['-x', '-C', folder], {input: files});
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return {folder, remove: () => rmSync(folder, {recursive: true, force: true})};
}
