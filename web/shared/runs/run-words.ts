// Texts about runs and their changes: what each kind of run is, what a step does, what a field is called.
import type {Change, Run} from '#contract/runs.ts';
import {productFields} from '#domain/catalogue/product-fields.ts';
import {minute} from '#domain/durations.ts';
import {count} from '../../text/format.ts';
import {counted} from '../../text/words.ts';
import {listingWords} from '../list/article-state.tsx';

export const kindWords: Readonly<Record<Run['kind'], string>> = {
  full: 'Whole catalogue',
  daytime: 'New articles',
  selected: 'Single articles',
  delete: 'Deletion',
  preview: 'Preview',
  edits: 'Search for your edits',
  undo: 'Undo',
  trial: 'Trial',
};

export type RunView = {readonly value: string; readonly label: string; readonly kinds: readonly Run['kind'][]};

export const allRuns: RunView = {value: 'all', label: 'All', kinds: []};

export const runViews: readonly RunView[] = [
  allRuns,
  {value: 'runs', label: 'Runs', kinds: ['full', 'daytime', 'selected', 'trial', 'delete']},
  {value: 'previews', label: 'Previews', kinds: ['preview']},
  {value: 'undos', label: 'Undos', kinds: ['undo']},
  {value: 'edits', label: 'Searches for your edits', kinds: ['edits']},
];

/** What a run did, or would do, to the store. */
export function resultOf({kind, counts, state}: Run): string {
  const {created, updated, retired, restored, held, quarantined, unchanged, articles} = counts;
  if (kind === 'edits') return `${counted(articles, 'product')} read; nothing was changed.`;
  if (kind === 'undo') return `${counted(updated, 'product')} set back, ${count(unchanged)} left as they are.`;
  const parts = [
    ...(created > 0 ? [`${count(created)} created`] : []),
    ...(updated > 0 ? [`${count(updated)} updated`] : []),
    ...(restored > 0 ? [`${count(restored)} back on sale`] : []),
    ...(retired > 0 ? [`${count(retired)} retired`] : []),
    ...(held > 0 ? [`${count(held)} not on sale`] : []),
    ...(quarantined > 0 ? [`${count(quarantined)} set aside`] : []),
  ];
  if (parts.length === 0) return state === 'queued' ? '' : 'Nothing changed.';
  return kind === 'preview' ? `Would be: ${parts.join(', ')}.` : `${parts.join(', ')}.`;
}

const stepWords: Readonly<Record<string, string>> = {
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
  comparing: 'Reading your products',
  undoing: 'Setting products back',
  paused: 'Paused',
};

/** What a run that is going on does at the moment. */
export function stepOf({state, step, wanted, kind}: Run): string {
  if (state === 'queued') return 'It begins in a moment, or when the run that is going on has ended';
  if (step === 'paused') return 'Paused';
  if (wanted === 'pause') return 'It pauses in a moment';
  if (wanted === 'stop') return 'It stops in a moment';
  if (kind === 'preview' && step === 'applying') return 'Planning the changes';
  return (step !== null && stepWords[step]) || 'Working';
}

/** Empty while the run does not work on the chosen articles or on the products to set back. */
export function progressOf({progress, kind}: Run): string {
  if (progress === null) return '';
  const {done, total, perMinute, leftMs} = progress;
  const what = kind === 'undo' ? 'products' : 'chosen articles';
  const rate = perMinute === null ? [] : [`${count(Math.round(perMinute))} a minute`];
  const left = leftMs === null || done >= total ? [] : [timeLeft(leftMs)];
  return `${[`${count(done)} of ${count(total)} ${what} done`, ...rate, ...left].join(', ')}.`;
}

function timeLeft(ms: number): string {
  const minutes = Math.round(ms / minute);
  if (ms < minute) return 'less than a minute left';
  return minutes < 120
    ? `about ${counted(minutes, 'minute')} left`
    : `about ${counted(Math.round(minutes / 60), 'hour')} left`;
}

export const changeWords: Readonly<Record<Change['kind'], string>> = {
  create: 'Created',
  update: 'Updated',
  hold: 'Not on sale',
  retire: 'Retired',
  restore: 'Back on sale',
  quarantine: 'Set aside',
  adopt: 'Linked',
  delete: 'Deleted',
  undo: 'Set back',
};

const otherWords: Readonly<Record<string, string>> = {
  status: 'Status',
  state: 'State in Piecewise',
  product: 'Product',
  brake: 'Waits for your decision',
};

export const fieldWord = (field: string): string =>
  Object.entries(productFields).find(([name]) => name === field)?.[1].label ?? otherWords[field] ?? field;

const statusWords: Readonly<Record<string, string>> = {
  ACTIVE: 'Active',
  DRAFT: 'Draft',
  ARCHIVED: 'Archived',
  UNLISTED: 'Unlisted',
};

const longest = 160;

/** A value as the merchant knows it. */
export function valueText(field: string, value: string | null): string {
  if (value === null || value === '') return '–';
  if (field === 'status') return statusWords[value] ?? value;
  if (field === 'state') return Object.entries(listingWords).find(([state]) => state === value)?.[1].label ?? value;
  const text =
    field === 'tags' ? tagsText(value) : field === 'description' ? value.replaceAll(/<[^<>]*>/g, ' ') : value;
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The history shortens long lists, which then are no JSON any more. */
function tagsText(value: string): string {
  try {
    const tags: unknown = JSON.parse(value);
    return Array.isArray(tags) ? tags.join(', ') : value;
  } catch {
    return value;
  }
}
