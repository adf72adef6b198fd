// One article's answer can be bad while the supplier is fine: the article is quarantined with a reason, and the run goes on.
import {Failure, isPassing} from '#domain/failure.ts';
import {ArticleId} from '#domain/ids.ts';
import {loadUnansweredIds, saveQuarantine} from '../../server/db/catalogue/quarantine.ts';
import {saveRunChanges} from '../../server/db/runs/run-changes.ts';
import {toQuarantined} from './changes.ts';
import type {Run} from './run.ts';

/**
 * Failures without an answer (5xx, time-outs). With this many in a row, or more than this count and share, the supplier is down.
 */
const silentAtMost = {inARow: 20, count: 3, share: 0.2};

/** Unreadable answers and refusals. Above this count and this share, the supplier is at fault and not the articles. */
const unreadableAtMost = {count: 20, share: 0.05};

/**
 * Reads one article; null if there is nothing to read or the article was quarantined. Throws what concerns the whole supplier.
 */
export type ReadArticle = <T>(id: ArticleId, read: () => Promise<T | null>) => Promise<T | null>;

/** Articles whose reading failed in an earlier run do not count: otherwise a few of them would end every run. */
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
        // This error ends the run. Save the other quarantined articles first, or the next night would fail in the same way.
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

/**
 * For articles that the rules left out: the merchant does not sell them, so they are neither quarantined nor end the run. When the supplier
 * gives no answer about many in a row, this run asks for no more of them.
 */
export function passingOver(run: Run): ReadArticle {
  let silentInARow = 0;
  return async (id, read) => {
    if (silentInARow >= silentAtMost.inARow) return null;
    try {
      const answer = await read();
      silentInARow = 0;
      return answer;
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'unauthorised') throw error;
      silentInARow = isPassing(error) ? silentInARow + 1 : 0;
      run.log.warn({article: id, err: error}, 'an article that the rules left out could not be read');
      return null;
    }
  };
}

/** The id used to quarantine a catalogue entry that has none. */
const withoutId = ArticleId.parse('(no id)');

/** The history names an article once, when it is quarantined, not every night it stays there. */
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

/** Whether a catalogue has too many unreadable entries to blame single articles. */
export const isMoreThanAFew = (bad: number, all: number): boolean =>
  bad > Math.max(unreadableAtMost.count, unreadableAtMost.share * all) || (all >= 4 && bad > all / 2);
