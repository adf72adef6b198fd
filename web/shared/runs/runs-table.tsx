import type {Run} from '#contract/runs.ts';
import {dateAndTime, formatDuration} from '../../text/format.ts';
import {runStateBadges, triggerTexts} from '../../text/words.ts';
import {type Column, IndexTable, type PagingProps} from '../list/index-table.tsx';
import {runKindLabels, runResultText} from './run-words.ts';

/** Keeps the column as wide as its longest word: elsewhere the page breaks a word where a column is narrow. */
const wholeWords = {overflowWrap: 'break-word'} as const;

const runColumns: readonly Column<Run>[] = [
  {
    heading: 'Started',
    listSlot: 'primary',
    renderCell: ({id, kind, startedAt}) => (
      <s-link
        id={`run-${id}`}
        href={`/runs/${id}`}
        accessibilityLabel={`Open: ${runKindLabels[kind]}, ${dateAndTime(startedAt)}`}
      >
        {dateAndTime(startedAt)}
      </s-link>
    ),
  },
  {
    heading: 'By',
    renderCell: ({trigger}) => (
      <span style={wholeWords}>
        <s-text color="subdued">{triggerTexts[trigger]}</s-text>
      </span>
    ),
  },
  {
    heading: 'Kind',
    listSlot: 'secondary',
    renderCell: ({kind}) =>
      kind === 'preview' ? <s-badge tone="info">Preview</s-badge> : <s-text>{runKindLabels[kind]}</s-text>,
  },
  {heading: 'End', listSlot: 'inline', renderCell: (run) => <RunEnd run={run} />},
  {heading: 'What changed', renderCell: runResultText},
  {
    heading: 'Took',
    format: 'numeric',
    renderCell: ({startedAt, finishedAt}) => (finishedAt === null ? '' : formatDuration(startedAt, finishedAt)),
  },
];

/** Runs, newest first, each with its kind, its end and what it changed. */
export function RunsTable({runs, ...pages}: PagingProps & {readonly runs: readonly Run[]}) {
  if (runs.length === 0 && !pages.hasPrevious)
    return <s-paragraph color="subdued">No such update has ended yet.</s-paragraph>;
  return (
    <IndexTable rows={runs} columns={runColumns} keyOf={({id}) => id} linkIdOf={({id}) => `run-${id}`} {...pages} />
  );
}

/** How a run ended, why it is incomplete, and whether it was undone. */
export function RunEnd({run}: {run: Run}) {
  const word = runStateBadges[run.state];
  const isUndone = run.undo !== null && (run.undo.state === 'done' || run.undo.state === 'partial');
  return (
    <s-stack gap="small-400">
      <s-stack direction="inline" gap="small-200">
        <s-badge tone={word.tone}>{word.label}</s-badge>
        {isUndone && <s-badge tone="neutral">Undone</s-badge>}
      </s-stack>
      {run.reason !== null && <s-text color="subdued">{run.reason}</s-text>}
    </s-stack>
  );
}
