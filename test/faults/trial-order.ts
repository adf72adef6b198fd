// In which order guards are tried where there is not time for all: those that were touched lately first, the others in turn.
import {spawnSync} from 'node:child_process';
import type {Guard} from './guards/guard.ts';

const latelyCommits = 40;

/**
 * Guards whose code or tests were changed in the last commits come first. The others follow in their order, from a start that moves on with
 * each commit, so that each has its turn. Without Git's history the start is the first.
 */
export function inTrialOrder(guards: readonly Guard[]): readonly Guard[] {
  const changed = new Set(git('log', `--max-count=${latelyCommits}`, '--name-only', '--format='));
  const [count = '0'] = git('rev-list', '--count', 'HEAD');
  return latelyFirst(guards, changed, Number(count) * latelyCommits);
}

export function latelyFirst(guards: readonly Guard[], changed: ReadonlySet<string>, turn: number): readonly Guard[] {
  const isLate = ({changes, tests}: Guard) =>
    [...changes.map(({file}) => file), ...tests].some((file) => changed.has(file));
  const others = guards.filter((guard) => !isLate(guard));
  const start = others.length === 0 ? 0 : turn % others.length;
  return [...guards.filter(isLate), ...others.slice(start), ...others.slice(0, start)];
}

function git(...args: readonly string[]): readonly string[] {
  const {stdout} = spawnSync('git', [...args], {cwd: import.meta.dirname, encoding: 'utf8'});
  return (stdout ?? '').split('\n').filter((line) => line !== '');
}
