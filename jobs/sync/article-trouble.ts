// Quarantines articles whose answers are bad, so that the run can continue, unless so many are bad that the supplier is at fault.
import {Failure, isTransient} from '#domain/failure.ts';
import {ArticleId} from '#domain/ids.ts';
import {loadUnansweredIds, saveQuarantine} from '../../server/db/catalogue/quarantine.ts';
import {saveRunChanges} from '../../server/db/runs/run-changes.ts';
import {toQuarantinedChange} from './changes.ts';
import type {Run} from './run.ts';

/**
 * Limits of failures without an answer (5xx, time-outs). With so many in a row, or more than this count and share, the supplier is down.
 */
const silenceLimits = {inARow: 20, count: 3, share: 0.2};

/** Limits of unreadable answers and refusals. Above both count and share, the supplier is at fault and not the articles. */
const unreadableLimits = {count: 20, share: 0.05};

/**
 * Reads one article; null if there is nothing to read or the article was quarantined. Throws failures of the whole supplier.
 */
export type TryReadArticle = <T>(id: ArticleId, read: () => Promise<T | null>) => Promise<T | null>;

/** Creates a reader that quarantines failing articles. Those that failed in an earlier run do not count, or they would end every run. */
export async function createQuarantiningReader(run: Run): Promise<TryReadArticle> {
  const known = await loadUnansweredIds(run.deps.db, run.shop);
  let asked = 0;
  let unreadable = 0;
  let silent = 0;
  let silentInARow = 0;
  const beingSetAside = new Set<Promise<void>>();
  const isSuppliers = (failure: Failure): boolean => {
    if (!isTransient(failure)) {
      unreadable += 1;
      return unreadable > unreadableLimits.count && unreadable > unreadableLimits.share * asked;
    }
    silent += 1;
    silentInARow += 1;
    return (
      silentInARow >= silenceLimits.inARow || (silent > silenceLimits.count && silent > silenceLimits.share * asked)
    );
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
      const saved = quarantineArticles(run, [{id, reason: error.message}]);
      beingSetAside.add(saved);
      await saved.finally(() => beingSetAside.delete(saved));
      return null;
    }
  };
}

/**
 * Creates a reader for articles that the rules left out: the merchant does not sell them, so failures neither quarantine them nor end the
 * run. If the supplier does not answer for many in a row, the reader asks for no more.
 */
export function createSkippingReader(run: Run): TryReadArticle {
  let silentInARow = 0;
  return async (id, read) => {
    if (silentInARow >= silenceLimits.inARow) return null;
    try {
      const answer = await read();
      silentInARow = 0;
      return answer;
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'unauthorised') throw error;
      silentInARow = isTransient(error) ? silentInARow + 1 : 0;
      run.log.warn({article: id, err: error}, 'an article that the rules left out could not be read');
      return null;
    }
  };
}

/** The article id under which a catalogue entry without an id is quarantined. */
const missingArticleId = ArticleId.parse('(no id)');

/** Quarantines articles. The history names an article only when it is newly quarantined, not every night. */
export async function quarantineArticles(
  run: Run,
  bad: readonly {id: ArticleId | null; reason: string}[],
): Promise<void> {
  if (bad.length === 0) return;
  run.report.count('quarantined', bad.length);
  const entries = bad.map(({id, reason}) => ({articleId: id ?? missingArticleId, reason, input: null}));
  const reasons = new Map(entries.map(({articleId, reason}) => [articleId, reason]));
  await run.write(async (to) => {
    const fresh = await saveQuarantine(to, run.shop, run.id, entries, run.deps.now());
    const changes = fresh.map((id) => toQuarantinedChange(id, reasons.get(id) ?? ''));
    await saveRunChanges(to, run, changes, run.deps.now());
  });
}

/** Whether so many entries of a catalogue are unreadable that the supplier is at fault, not single articles. */
export const exceedsUnreadableLimit = (bad: number, all: number): boolean =>
  bad > Math.max(unreadableLimits.count, unreadableLimits.share * all) || (all >= 4 && bad > all / 2);
