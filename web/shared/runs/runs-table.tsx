import type {Run} from '#contract/runs.ts';
import {dateAndTime, took} from '../../text/format.ts';
import {runWords, triggerWords} from '../../text/words.ts';
import {PagedTable, type PagedTableProps} from '../list/paged-table.tsx';
import {kindWords, resultOf} from './run-words.ts';

type RunsTableProps = Omit<PagedTableProps, 'children'> & {
  readonly runs: readonly Run[];
};

/** Runs, newest first, each with its kind, its end and what it changed. */
export function RunsTable({runs, ...paging}: RunsTableProps) {
  if (runs.length === 0 && !paging.hasPrevious)
    return <s-paragraph color="subdued">No run of this kind has ended yet.</s-paragraph>;
  return (
    <PagedTable {...paging}>
      <s-table-header-row>
        <s-table-header listSlot="primary">Started</s-table-header>
        <s-table-header listSlot="secondary">Kind</s-table-header>
        <s-table-header listSlot="inline">End</s-table-header>
        <s-table-header>What changed</s-table-header>
        <s-table-header format="numeric">Took</s-table-header>
      </s-table-header-row>
      <s-table-body>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </s-table-body>
    </PagedTable>
  );
}

function RunRow({run}: {run: Run}) {
  const link = `run-${run.id}`;
  return (
    <s-table-row clickDelegate={link}>
      <s-table-cell>
        <s-stack gap="small-500">
          <s-link
            id={link}
            href={`/runs/${run.id}`}
            accessibilityLabel={`Open: ${kindWords[run.kind]}, ${dateAndTime(run.startedAt)}`}
          >
            {dateAndTime(run.startedAt)}
          </s-link>
          <s-text color="subdued">{triggerWords[run.trigger]}</s-text>
        </s-stack>
      </s-table-cell>
      <s-table-cell>
        {run.kind === 'preview' ? <s-badge tone="info">Preview</s-badge> : <s-text>{kindWords[run.kind]}</s-text>}
      </s-table-cell>
      <s-table-cell>
        <RunEnd run={run} />
      </s-table-cell>
      <s-table-cell>{resultOf(run)}</s-table-cell>
      <s-table-cell>{run.finishedAt === null ? '' : took(run.startedAt, run.finishedAt)}</s-table-cell>
    </s-table-row>
  );
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
