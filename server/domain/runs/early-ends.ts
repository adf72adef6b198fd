// The kinds of runs, and what one that ended early tells the merchant. What a run over the catalogue leaves, the next one does; what an
// undo leaves, only another undo of the same run does; what a deletion, a trial or a preview leaves, only a new request does.

export const runKinds = ['full', 'daytime', 'preview', 'selected', 'delete', 'edits', 'undo', 'trial'] as const;
export type RunKind = (typeof runKinds)[number];

export const stoppedByMerchant = (kind: RunKind): string => `You stopped it. ${restOf(kind)}`;

/** After so many lost connections to the database. */
export const wornOut = (kind: RunKind, times: number): string =>
  `The ${nameOf(kind)} was cut short ${times} times, each time by a lost connection to the database. It is not started again by itself. ${restOf(kind)}`;

export const endedByBug = (kind: RunKind): string => `An error of ours ended the ${nameOf(kind)}; it is in the log.`;

/** @param what changed, as the beginning of a sentence. */
export const storeChanged = (kind: RunKind, what: string): string =>
  `${what} during the ${nameOf(kind)}, which ended before it wrote more. ${kind === 'undo' ? restOf(kind) : 'The next run corrects what was written before.'}`;

/** The worker of the run died, and another run took its place first. */
export const goesOnAfterwards = (kind: RunKind): string =>
  `The worker stopped before the end; the ${nameOf(kind)} goes on after the run that is going on.`;

/** The worker of the run died, and this run does not go on. */
export const endedWithWorker = (kind: RunKind): string => `The worker stopped before the end. ${restOf(kind)}`;

/** What stays and who does the rest. */
export const restOf = (kind: RunKind): string => rests[kind] ?? 'What was done stays; the next run goes on from there.';

const nameOf = (kind: RunKind): string => names[kind] ?? 'run';

const names: {readonly [kind in RunKind]?: string} = {
  undo: 'undo',
  delete: 'deletion',
  preview: 'preview',
  trial: 'trial',
};

const rests: {readonly [kind in RunKind]?: string} = {
  undo: 'What was set back stays. The run that it undoes can be undone again, which sets back the rest.',
  delete:
    'What was deleted is gone; the others stay. To delete them too, select them on Products and press "Delete from the store".',
  preview: 'It changed nothing. Ask for it again to see what a run would do.',
  trial: 'The products that it made stay. Ask for the trial again to get the others.',
};
