// One article's answer may be bad without the supplier being so: it is set aside with its reason, and the run goes on.
import {Failure, isPassing} from '#domain/failure.ts';
import type {ArticleId} from '#domain/ids.ts';
import {saveQuarantine} from '../../server/db/quarantine.ts';
import type {Run} from './open-run.ts';

/** So many articles may stay without an answer (5xx, time-outs); with more of them it is the supplier that is away. */
const silentAtMost = 3;

/** Answers that cannot be read: with more than so many, and more than this share, it is not the articles' fault. */
const unreadableAtMost = {count: 20, share: 0.05};

/** Reads one article; null where there is nothing to read or the answer was set aside. Throws what is about the supplier. */
export type ReadArticle = <T>(id: ArticleId, read: () => Promise<T | null>) => Promise<T | null>;

export function settingAside(run: Run): ReadArticle {
  let asked = 0;
  let unreadable = 0;
  let silent = 0;
  return async (id, read) => {
    asked += 1;
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'unauthorised') throw error;
      if (isPassing(error)) silent += 1;
      else unreadable += 1;
      if (silent > silentAtMost) throw error;
      if (unreadable > unreadableAtMost.count && unreadable > unreadableAtMost.share * asked) throw error;
      run.log.warn({article: id, err: error}, 'one article set aside');
      await setAside(run, [{id, reason: error.message}]);
      return null;
    }
  };
}

export async function setAside(run: Run, bad: readonly {id: string | null; reason: string}[]): Promise<void> {
  if (bad.length === 0) return;
  run.counts.quarantined += bad.length;
  const entries = bad.map(({id, reason}) => ({articleId: id ?? '(no id)', reason, inputHash: null}));
  await run.write((to) => saveQuarantine(to, run.shop, run.id, entries, run.deps.now()));
}
