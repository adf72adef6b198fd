// What a run that ended early tells the merchant. What a run leaves, the next one does; what an undo leaves, only another undo of the same
// run does.
import type {RunKind} from '../tables/catalogue-tables.ts';

export const stoppedByMerchant = (kind: RunKind): string => `You stopped it. ${restOf(kind)}`;

/** After so many lost connections to the database. */
export const wornOut = (kind: RunKind, times: number): string =>
  `${kind === 'undo' ? 'The undo' : 'The run'} was cut short ${times} times, each time by a lost connection to the database. It is not started again by itself. ${restOf(kind)}`;

export const endedByBug = (kind: RunKind): string =>
  `An error of ours ended the ${kind === 'undo' ? 'undo' : 'run'}; it is in the log.`;

/** What stays and who does the rest. */
export const restOf = (kind: RunKind): string =>
  kind === 'undo'
    ? 'What was set back stays. The run that it undoes can be undone again, which sets back the rest.'
    : 'What was done stays; the next run goes on from there.';
