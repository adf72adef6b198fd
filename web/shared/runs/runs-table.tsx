import type {Run} from '#contract/runs.ts';
import {dateAndTime, took} from '../../text/format.ts';
import {runWords, triggerWords} from '../../text/words.ts';
import {type Column, IndexTable, type Pages} from '../list/index-table.tsx';
import {kindWords, resultOf} from './run-words.ts';

const columns: readonly Column<Run>[] = [
  {
    heading: 'Started',
    listSlot: 'primary',
    cell: ({id, kind, startedAt}) => (
      <s-link
        id={`run-${id}`}
        href={`/runs/${id}`}
        accessibilityLabel={`Open: ${kindWords[kind]}, ${dateAndTime(startedAt)}`}
      >
        {dateAndTime(startedAt)}
      </s-link>
    ),
  },
  {heading: 'By', cell: ({trigger}) => <s-text color="subdued">{triggerWords[trigger]}</s-text>},
  {
    heading: 'Kind',
    listSlot: 'secondary',
    cell: ({kind}) =>
      kind === 'preview' ? <s-badge tone="info">Preview</s-badge> : <s-text>{kindWords[kind]}</s-text>,
  },
  {heading: 'End', listSlot: 'inline', cell: (run) => <RunEnd run={run} />},
  {heading: 'What changed', cell: resultOf},
  {
    heading: 'Took',
    format: 'numeric',
    cell: ({startedAt, finishedAt}) => (finishedAt === null ? '' : took(startedAt, finishedAt)),
  },
];

/** Runs, newest first, each with its kind, its end and what it changed. */
export function RunsTable({runs, ...pages}: Pages & {readonly runs: readonly Run[]}) {
  if (runs.length === 0 && !pages.hasPrevious)
    return <s-paragraph color="subdued">No run of this kind has ended yet.</s-paragraph>;
  return <IndexTable rows={runs} columns={columns} keyOf={({id}) => id} linkOf={({id}) => `run-${id}`} {...pages} />;
}

/** How it ended, why it is incomplete, and whether it was undone. */
export function RunEnd({run}: {run: Run}) {
  const word = runWords[run.state];
  const isUndone = run.undo !== null && (run.undo.state === 'done' || run.undo.state === 'partial');
  return (
    <s-stack gap="small-400">
      <s-stack direction="inline" gap="small-400">
        <s-badge tone={word.tone}>{word.label}</s-badge>
        {isUndone && <s-badge tone="neutral">Undone</s-badge>}
      </s-stack>
      {run.reason !== null && <s-text color="subdued">{run.reason}</s-text>}
    </s-stack>
  );
}
