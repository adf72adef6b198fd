import {useState} from 'react';
import type {Changes, Run} from '#contract/runs.ts';
import {sentenceOf} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {type Column, IndexTable, type Pages} from '../../shared/list/index-table.tsx';
import {changeWords, fieldWord, valueText} from '../../shared/runs/run-words.ts';

type NamedChange = Changes['changes'][number];

type ChangesTableProps = Pages & {readonly run: Run; readonly changes: readonly NamedChange[]};

/** One page of changes. A field that an undo set back can be given back, except the status. */
export function ChangesTable({run, changes, ...pages}: ChangesTableProps) {
  if (changes.length === 0 && !pages.hasPrevious)
    return <s-paragraph color="subdued">No change is like this.</s-paragraph>;
  return (
    <IndexTable
      rows={changes}
      columns={columnsOf(run)}
      keyOf={({id}) => String(id)}
      linkOf={({id}) => `change-${id}`}
      {...pages}
    />
  );
}

const columnsOf = (run: Run): readonly Column<NamedChange>[] => [
  {
    heading: 'Article',
    listSlot: 'primary',
    cell: ({id, articleId, name}) => <ArticleName id={articleId} name={name} link={`change-${id}`} />,
  },
  {
    heading: 'Change',
    listSlot: 'secondary',
    cell: (change) => (
      <s-stack gap="small-500">
        <s-text>{fieldWord(change.field)}</s-text>
        <s-text color="subdued">{labelOf(change)}</s-text>
      </s-stack>
    ),
  },
  {heading: 'Before', cell: ({field, before}) => valueText(field, before)},
  {heading: 'After', cell: ({field, after}) => valueText(field, after)},
  {
    heading: 'Why',
    cell: (change) => (
      <s-stack gap="small-300">
        <s-text>{change.why}</s-text>
        {run.kind === 'undo' && change.applied && change.field !== 'status' && <GiveBack change={change} />}
      </s-stack>
    ),
  },
];

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
