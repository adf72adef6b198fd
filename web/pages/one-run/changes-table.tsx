import {useState} from 'react';
import type {Changes, Run} from '#contract/runs.ts';
import {sentenceOf} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {PagedTable, type PagedTableProps} from '../../shared/list/paged-table.tsx';
import {changeWords, fieldWord, valueText} from '../../shared/runs/run-words.ts';

type NamedChange = Changes['changes'][number];

type ChangesTableProps = Omit<PagedTableProps, 'children'> & {
  readonly run: Run;
  readonly changes: readonly NamedChange[];
};

/** One page of changes. A field that an undo set back can be given back, except the status. */
export function ChangesTable({run, changes, ...paging}: ChangesTableProps) {
  if (changes.length === 0 && !paging.hasPrevious)
    return <s-paragraph color="subdued">No change is like this.</s-paragraph>;
  return (
    <PagedTable {...paging}>
      <s-table-header-row>
        <s-table-header listSlot="primary">Article</s-table-header>
        <s-table-header listSlot="secondary">Change</s-table-header>
        <s-table-header>Before</s-table-header>
        <s-table-header>After</s-table-header>
        <s-table-header>Why</s-table-header>
      </s-table-header-row>
      <s-table-body>
        {changes.map((change) => (
          <s-table-row key={change.id} clickDelegate={`change-${change.id}`}>
            <s-table-cell>
              <ArticleName id={change.articleId} name={change.name} link={`change-${change.id}`} />
            </s-table-cell>
            <s-table-cell>
              <s-stack gap="small-500">
                <s-text>{fieldWord(change.field)}</s-text>
                <s-text color="subdued">{labelOf(change)}</s-text>
              </s-stack>
            </s-table-cell>
            <s-table-cell>{valueText(change.field, change.before)}</s-table-cell>
            <s-table-cell>{valueText(change.field, change.after)}</s-table-cell>
            <s-table-cell>
              <s-stack gap="small-300">
                <s-text>{change.why}</s-text>
                {run.kind === 'undo' && change.applied && change.field !== 'status' && <GiveBack change={change} />}
              </s-stack>
            </s-table-cell>
          </s-table-row>
        ))}
      </s-table-body>
    </PagedTable>
  );
}

const labelOf = ({kind, applied}: NamedChange): string => {
  if (kind === 'undo' && !applied) return 'Stays';
  return changeWords[kind];
};

/** A run then writes the field again: one that starts now, or the next one. */
function GiveBack({change: {articleId, name, field}}: {change: NamedChange}) {
  const [result, setResult] = useState<string | null>(null);
  const give = useAction(() => runsApi.giveBack(articleId, field));
  const press = async () => {
    try {
      const {run} = await give.run(undefined);
      setResult(run === null ? 'Given back: the next run writes it.' : 'Given back: a run writes it now.');
    } catch (failed) {
      setResult(sentenceOf(failed));
    }
  };
  return (
    <div role="status">
      {result === null ? (
        <s-button
          loading={give.isRunning}
          accessibilityLabel={`Give back: ${fieldWord(field)} of ${name || articleId}`}
          onClick={() => void press()}
        >
          Give back
        </s-button>
      ) : (
        <s-text color="subdued">{result}</s-text>
      )}
    </div>
  );
}
