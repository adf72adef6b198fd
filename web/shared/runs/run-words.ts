// Texts about runs and their changes: what each kind of run is, what a step does, what a field is called.
import type {Change, Run} from '#contract/runs.ts';
import {productFields} from '#domain/catalogue/product-fields.ts';
import {minute} from '#domain/durations.ts';
import {count, decimalMoney} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {listingStateBadges} from '../list/article-badge.ts';

export const runKindLabels: Readonly<Record<Run['kind'], string>> = {
  full: 'Whole catalogue',
  daytime: 'New articles',
  selected: 'Single articles',
  delete: 'Deletion',
  preview: 'Preview',
  edits: 'Search for your edits',
  undo: 'Undo',
  trial: 'Trial',
  departure: 'Leaving',
};

/** A view of the list of runs: the kinds it shows; empty: all. */
export type RunView = {readonly value: string; readonly label: string; readonly kinds: readonly Run['kind'][]};

export const allRuns: RunView = {value: 'all', label: 'All', kinds: []};

export const runViews: readonly RunView[] = [
  allRuns,
  {value: 'runs', label: 'Updates', kinds: ['full', 'daytime', 'selected', 'trial', 'delete', 'departure']},
  {value: 'previews', label: 'Previews', kinds: ['preview']},
  {value: 'undos', label: 'Undos', kinds: ['undo']},
  {value: 'edits', label: 'Searches for your edits', kinds: ['edits']},
];

/** Whether a run has nothing to say of any product: none was written, is not on sale, or could not be used. */
export const isWithoutResult = ({counts}: Pick<Run, 'counts'>): boolean =>
  counts.created + counts.updated + counts.restored + counts.retired + counts.held + counts.quarantined === 0;

/** What a run did, or would do, to the store. */
export function runResultText({kind, counts, state}: Run): string {
  const {created, updated, retired, restored, held, quarantined, unchanged, articles} = counts;
  if (kind === 'edits') return `${countNoun(articles, 'product')} read; nothing was changed.`;
  if (kind === 'undo')
    return `${countNoun(updated, 'product')} set back, ${count(unchanged)} left as ${unchanged === 1 ? 'it is' : 'they are'}.`;
  if (kind === 'delete' && retired > 0) return `${countNoun(retired, 'product')} deleted.`;
  if (kind === 'departure' && retired > 0) return `${countNoun(retired, 'product')} taken off sale or deleted.`;
  const parts = [
    ...(created > 0 ? [`${count(created)} created`] : []),
    ...(updated > 0 ? [`${count(updated)} updated`] : []),
    ...(restored > 0 ? [`${count(restored)} back on sale`] : []),
    ...(retired > 0 ? [`${count(retired)} taken off sale`] : []),
    ...(held > 0 ? [`${count(held)} not on sale`] : []),
    ...(quarantined > 0 ? [`${count(quarantined)} could not be used`] : []),
  ];
  if (isWithoutResult({counts})) return state === 'queued' ? '' : 'Nothing changed.';
  return kind === 'preview' ? `Would be: ${parts.join(', ')}.` : `${parts.join(', ')}.`;
}

/** What a run does in each step. A step that is not named here is shown as "Working". */
const runStepTexts: Readonly<Record<string, string>> = {
  store: 'Reading your store’s settings',
  adopting: 'Looking for products that are in your store already',
  list: 'Reading the supplier’s list',
  catalogue: 'Reading the catalogue',
  choosing: 'Choosing articles by your rules',
  details: 'Reading prices, colours and sizes',
  applying: 'Writing your products',
  retiring: 'Taking products off sale',
  images: 'Checking images',
  deleting: 'Deleting products',
  departing: 'Doing what you chose with your products',
  comparing: 'Reading your products',
  undoing: 'Setting products back',
  paused: 'Paused',
};

/** What a run that is going on does at the moment. */
export function runStepText({state, step, wanted, kind}: Run): string {
  if (state === 'queued') return 'It begins in a moment, or when the update that is going on has ended';
  if (step === 'paused') return 'Paused';
  if (wanted === 'pause') return 'It pauses in a moment';
  if (wanted === 'stop') return 'It stops in a moment';
  if (kind === 'preview' && step === 'applying') return 'Planning the changes';
  return (step !== null && runStepTexts[step]) || 'Working';
}

/** The run's progress as a sentence; empty while it does not work on the chosen articles or on the products to set back. */
export function runProgressText({progress, kind}: Run): string {
  if (progress === null) return '';
  const {done, total, perMinute, leftMs} = progress;
  const what = kind === 'undo' ? 'products' : 'chosen articles';
  const rate = perMinute === null ? [] : [`${count(Math.round(perMinute))} a minute`];
  const left = leftMs === null || done >= total ? [] : [timeLeftText(leftMs)];
  return `${[`${count(done)} of ${count(total)} ${what} done`, ...rate, ...left].join(', ')}.`;
}

/** The time left as text, rounded to minutes or hours. */
function timeLeftText(ms: number): string {
  const minutes = Math.round(ms / minute);
  if (ms < minute) return 'less than a minute left';
  return minutes < 120
    ? `about ${countNoun(minutes, 'minute')} left`
    : `about ${countNoun(Math.round(minutes / 60), 'hour')} left`;
}

/** The label of each kind of change; adopt: a product of the store was linked to its article. */
export const changeKindLabels: Readonly<Record<Change['kind'], string>> = {
  create: 'Created',
  update: 'Updated',
  hold: 'Not on sale',
  retire: 'Taken off sale',
  restore: 'Back on sale',
  quarantine: 'Could not be used',
  adopt: 'Linked',
  delete: 'Deleted',
  undo: 'Set back',
};

/** Labels of changed fields that are no fields of a product. */
const otherFieldLabels: Readonly<Record<string, string>> = {
  status: 'Status',
  state: 'State in Piecewise',
  product: 'Product',
  brake: 'Waits for your decision',
};

/** The label of a changed field; the field's own name where there is none. */
export const fieldLabel = (field: string): string =>
  Object.entries(productFields).find(([name]) => name === field)?.[1].label ?? otherFieldLabels[field] ?? field;

const productStatusLabels: Readonly<Record<string, string>> = {
  ACTIVE: 'Active',
  DRAFT: 'Draft',
  ARCHIVED: 'Archived',
  UNLISTED: 'Unlisted',
};

/** Longer values are cut to this many characters. */
const longestValueShown = 160;

/** The value of a changed field as the merchant knows it, shortened. @param currency the store's, in which amounts are; null: not known. */
export function valueText(field: string, value: string | null, currency: string | null = null): string {
  if (value === null || value === '') return '–';
  if (currency !== null && isAmountField(field) && /^-?\d+(\.\d+)?$/.test(value)) return decimalMoney(value, currency);
  if (field === 'status') return productStatusLabels[value] ?? value;
  if (field === 'state')
    return Object.entries(listingStateBadges).find(([state]) => state === value)?.[1].label ?? value;
  const text =
    field === 'tags' ? tagsText(value) : field === 'description' ? value.replaceAll(/<[^<>]*>/g, ' ') : value;
  return text.length > longestValueShown ? `${text.slice(0, longestValueShown)}…` : text;
}

/** Price, compare-at price and cost: Shopify has all of them in the store's currency. */
const isAmountField = (field: string): boolean =>
  Object.entries(productFields).some(([name, {kind}]) => name === field && kind === 'amount');

/** A list of tags as text. The history stores long lists shortened, which are no valid JSON any more. */
function tagsText(value: string): string {
  try {
    const tags: unknown = JSON.parse(value);
    return Array.isArray(tags) ? tags.join(', ') : value;
  } catch {
    return value;
  }
}
