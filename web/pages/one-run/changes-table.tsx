import {useState} from 'react';
import type {Changes, Run} from '#contract/runs.ts';
import {overviewQuery} from '../../shared/api/questions.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {type Column, IndexTable, type PagingProps} from '../../shared/list/index-table.tsx';
import {ActionFailure} from '../../shared/page/action-failure.tsx';
import {FieldValue} from '../../shared/runs/field-value.tsx';
import {changeKindLabels, fieldLabel} from '../../shared/runs/run-words.ts';

type NamedChange = Changes['changes'][number];

type ChangesTableProps = PagingProps & {readonly run: Run; readonly changes: readonly NamedChange[]};

/** One page of changes. A field that an undo set back can be given back, except the status. */
export function ChangesTable({run, changes, ...pages}: ChangesTableProps) {
  const currency = useRemote(overviewQuery).value?.currency ?? null;
  if (changes.length === 0 && !pages.hasPrevious)
    return <s-paragraph color="subdued">No change is like this.</s-paragraph>;
  return (
    <IndexTable
      rows={changes}
      columns={changeColumns(run, currency)}
      keyOf={({id}) => String(id)}
      linkIdOf={({id}) => `change-${id}`}
      {...pages}
    />
  );
}

const changeColumns = (run: Run, currency: string | null): readonly Column<NamedChange>[] => [
  {
    heading: 'Article',
    listSlot: 'primary',
    renderCell: ({id, articleId, name}) => <ArticleName id={articleId} name={name} link={`change-${id}`} />,
  },
  {
    heading: 'Change',
    listSlot: 'secondary',
    renderCell: (change) => (
      <span style={{whiteSpace: 'nowrap'}}>
        <s-stack gap="small-500">
          <s-text>{fieldLabel(change.field)}</s-text>
          <s-text color="subdued">{changeLabel(change)}</s-text>
        </s-stack>
      </span>
    ),
  },
  {
    heading: 'Before',
    renderCell: ({field, before}) =>
      before === null ? null : <FieldValue field={field} value={before} currency={currency} />,
  },
  {
    heading: 'After',
    renderCell: ({field, after}) =>
      after === null ? null : <FieldValue field={field} value={after} currency={currency} />,
  },
  {
    heading: 'Why',
    renderCell: (change) => (
      <s-stack gap="small-300">
        <s-text>{change.why}</s-text>
        {run.kind === 'undo' && change.applied && change.field !== 'status' && <GiveBackButton change={change} />}
      </s-stack>
    ),
  },
];

const changeLabel = ({kind, applied}: NamedChange): string => {
  if (kind === 'undo' && !applied) return 'Stays';
  return changeKindLabels[kind];
};

/** Gives a field back to Piecewise: a run writes it again, one that starts now or the next one. */
function GiveBackButton({change: {articleId, name, field}}: {change: NamedChange}) {
  const [result, setResult] = useState<string | null>(null);
  const {attempt, isRunning, failure} = useAttempt(() => runsApi.giveBack(articleId, field), {
    onDone: ({run}) =>
      setResult(run === null ? 'Given back: the next update writes it.' : 'Given back: an update writes it now.'),
  });
  return (
    <div role="status">
      {result === null ? (
        <s-button
          loading={isRunning}
          accessibilityLabel={`Give back: ${fieldLabel(field)} of ${name || articleId}`}
          onClick={() => void attempt(undefined)}
        >
          Give back
        </s-button>
      ) : (
        <s-text color="subdued">{result}</s-text>
      )}
      <ActionFailure failure={failure} heading="Not given back" />
    </div>
  );
}
