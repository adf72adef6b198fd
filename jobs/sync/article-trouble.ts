// One article's answer may be bad without the supplier being so: it is set aside with its reason, and the run goes on.
import {Failure, isPassing} from '#domain/failure.ts';
import {ArticleId} from '#domain/ids.ts';
import {loadUnansweredIds, saveQuarantine} from '../../server/db/catalogue/quarantine.ts';
import {saveRunChanges} from '../../server/db/runs/run-changes.ts';
import {toQuarantined} from './changes.ts';
import type {Run} from './run.ts';

/** Without an answer (5xx, time-outs): with so many in a row, or with more than this count and share, it is the supplier that is away. */
const silentAtMost = {inARow: 20, count: 3, share: 0.2};

/** Answers that cannot be read: with more than so many, and more than this share, it is not the articles' fault. */
const unreadableAtMost = {count: 20, share: 0.05};

/** Reads one article; null where there is nothing to read or the answer was set aside. Throws what is about the supplier. */
export type ReadArticle = <T>(id: ArticleId, read: () => Promise<T | null>) => Promise<T | null>;

/** An article that an earlier run set aside says nothing about the supplier: otherwise a few of them would end every run. */
export async function settingAside(run: Run): Promise<ReadArticle> {
  const known = await loadUnansweredIds(run.deps.db, run.shop);
  let asked = 0;
  let unreadable = 0;
  let silent = 0;
  let silentInARow = 0;
  const beingSetAside = new Set<Promise<void>>();
  const isSuppliers = (failure: Failure): boolean => {
    if (!isPassing(failure)) {
      unreadable += 1;
      return unreadable > unreadableAtMost.count && unreadable > unreadableAtMost.share * asked;
    }
    silent += 1;
    silentInARow += 1;
    return silentInARow >= silentAtMost.inARow || (silent > silentAtMost.count && silent > silentAtMost.share * asked);
  };
  return async (id, read) => {
    asked += 1;
    try {
      const answer = await read();
      silentInARow = 0;
      return answer;
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'unauthorised') throw error;
      if (!known.has(id) && isSuppliers(error)) {
        // The run ends with this one: what others were set aside for is written down before, or the next night ends alike.
        await Promise.allSettled(beingSetAside);
        throw error;
      }
      run.log.warn({article: id, err: error}, 'one article was quarantined');
      const saved = setAside(run, [{id, reason: error.message}]);
      beingSetAside.add(saved);
      await saved.finally(() => beingSetAside.delete(saved));
      return null;
    }
  };
}

/** What an entry of the catalogue without an id is set aside under. */
const withoutId = ArticleId.parse('(no id)');

/** The history names an article when it is set aside, not in every night it stays there. */
export async function setAside(run: Run, bad: readonly {id: ArticleId | null; reason: string}[]): Promise<void> {
  if (bad.length === 0) return;
  run.report.count('quarantined', bad.length);
  const entries = bad.map(({id, reason}) => ({articleId: id ?? withoutId, reason, input: null}));
  const reasons = new Map(entries.map(({articleId, reason}) => [articleId, reason]));
  await run.write(async (to) => {
    const fresh = await saveQuarantine(to, run.shop, run.id, entries, run.deps.now());
    const changes = fresh.map((id) => toQuarantined(id, reasons.get(id) ?? ''));
    await saveRunChanges(to, run, changes, run.deps.now());
  });
}

/** Whether so many entries of a catalogue that cannot be read are more than a few bad articles among good ones. */
export const isMoreThanAFew = (bad: number, all: number): boolean =>
  bad > Math.max(unreadableAtMost.count, unreadableAtMost.share * all) || (all >= 4 && bad > all / 2);
