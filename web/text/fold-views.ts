// A list of what was done that says once how often a person looked at the same thing on one day: each look is written into the trail, for
// the buyer's privacy, and the file of the trail has all of them.
import type {AuditEntry} from '#contract/dropship-orders.ts';
import {dayOf} from './format.ts';

/** An entry with how often it happened among the entries that are shown. */
export type Folded<Entry> = Entry & {readonly times: number};

/** The entries, newest first, where further looks of one person at the same address on the same day count with the newest of them. */
export function foldViews<Entry extends Pick<AuditEntry, 'action' | 'actor' | 'subject' | 'at'>>(
  entries: readonly Entry[],
): readonly Folded<Entry>[] {
  const views = Map.groupBy(entries, toKey);
  return entries.flatMap((entry) => {
    const alike = entry.action === 'address_read' ? (views.get(toKey(entry)) ?? [entry]) : [entry];
    return alike[0] === entry ? [{...entry, times: alike.length}] : [];
  });
}

/** " 4 times"; empty for once. */
export const timesText = (times: number): string => (times === 1 ? '' : ` ${times} times`);

const toKey = ({action, actor, subject, at}: Pick<AuditEntry, 'action' | 'actor' | 'subject' | 'at'>): string =>
  [action, actor, subject, dayOf(at)].join('\n');
