// The kinds of runs, and the sentences for the merchant about a run that ended early. The next run over the catalogue does what one left;
// for an undo, a deletion, a departure, a trial or a preview, the merchant must ask again.

/**
 * `full`: all articles, at night or on request. `daytime`: new articles. `selected`: named articles. `edits`: only compares products.
 * `delete`: deletes named products. `undo`: undoes another run. `preview`: writes nothing to the store. `trial`: a few articles first.
 * `departure`: the merchant stops using the app.
 */
export const runKinds = [
  'full',
  'daytime',
  'preview',
  'selected',
  'delete',
  'edits',
  'undo',
  'trial',
  'departure',
] as const;
export type RunKind = (typeof runKinds)[number];

/** The merchant stopped the run. */
export const stoppedByMerchantText = (kind: RunKind): string =>
  kind === 'departure'
    ? 'You stopped the change of your products. What was done stays; nothing is updated. On the page Leave you go on with it, or use Piecewise again.'
    : `You stopped the ${runKindName(kind)}. ${unfinishedPartText(kind)}`;

/** The run lost its connection to the database so many times that it is not started again. */
export const connectionsLostText = (kind: RunKind, times: number): string =>
  `The ${runKindName(kind)} was cut short ${times} times, each time by a lost connection to the database. It is not started again by itself. ${unfinishedPartText(kind)}`;

/** A bug of the app ended the run. */
export const endedByBugText = (kind: RunKind): string =>
  `An error of ours ended the ${runKindName(kind)}; it is in the log.`;

/** The store's currency or taxes changed during the run. @param what changed, as the beginning of a sentence. */
export const storeChangedText = (kind: RunKind, what: string): string =>
  `${what} during the ${runKindName(kind)}, which ended before it wrote more. ${kind === 'undo' ? unfinishedPartText(kind) : 'The next update corrects what was written before.'}`;

/** The run's worker died, and another run goes first before this one continues. */
export const continuesLaterText = (kind: RunKind): string =>
  `The worker stopped before the end; the ${runKindName(kind)} goes on after the update that is going on.`;

/** The run's worker died, and this run does not continue. */
export const endedWithWorkerText = (kind: RunKind): string =>
  `The worker stopped before the end. ${unfinishedPartText(kind)}`;

/** Says what stays as it is, and how the rest gets done. */
export const unfinishedPartText = (kind: RunKind): string =>
  unfinishedPartTexts[kind] ?? 'What was done stays; the next update goes on from there.';

/** What the merchant reads for the kind of run. */
const runKindName = (kind: RunKind): string => runKindNames[kind] ?? 'update';

const runKindNames: {readonly [kind in RunKind]?: string} = {
  undo: 'undo',
  delete: 'deletion',
  preview: 'preview',
  trial: 'trial',
  departure: 'change of your products',
};

/** For the kinds that no later run continues. */
const unfinishedPartTexts: {readonly [kind in RunKind]?: string} = {
  undo: 'What was set back stays. The update that it undoes can be undone again, which sets back the rest.',
  delete:
    'What was deleted is gone; the others stay. To delete them too, select them on Products and press "Delete from the store".',
  preview: 'It changed nothing. Ask for it again to see what an update would do.',
  departure: 'What was done stays; nothing is updated. On the page Leave you go on with it, or stop leaving.',
  trial: 'The products that it made stay. Ask for the trial again to get the others.',
};
