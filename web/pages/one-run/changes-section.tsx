import {useState} from 'react';
import type {ChangeCounts, Run} from '#contract/runs.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {changeCountsQuery, changesQuery} from '../../shared/api/run-questions.ts';
import {type ChangesRequest, runsApi} from '../../shared/api/runs-api.ts';
import {usePaging} from '../../shared/list/paging.ts';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {SaveAsFile} from '../../shared/page/save-as-file.tsx';
import {changeKindLabels, fieldLabel} from '../../shared/runs/run-words.ts';
import {count} from '../../text/format.ts';
import {ChangesTable} from './changes-table.tsx';

type ChangesFilterState = Pick<ChangesRequest, 'kind' | 'field'>;

const changesHeadings: Readonly<Partial<Record<Run['kind'], string>>> = {
  preview: 'What an update would change',
  undo: 'What was set back, and what stays',
};

/** The changes of a run, field by field, in pages and as a file. */
export function ChangesSection({run}: {run: Run}) {
  const [filter, setFilter] = useState<ChangesFilterState>({kind: null, field: null});
  const paging = usePaging(`${filter.kind} ${filter.field}`);
  const counts = useRemote(changeCountsQuery(run));
  const changes = useRemote(changesQuery(run, {...filter, cursor: paging.cursor}));
  const show = (part: Partial<ChangesFilterState>) => setFilter({...filter, ...part});
  const page = changes.value;
  const isEmpty = counts.value?.counts.length === 0;
  return (
    <s-section heading={changesHeadings[run.kind] ?? 'What changed'}>
      {isEmpty ? (
        <s-paragraph color="subdued">This update has no changes to show.</s-paragraph>
      ) : (
        <>
          <ChangesFilter filter={filter} counts={counts.value} onShow={show} />
          <SaveAsFile load={() => runsApi.changesFile(run.id, filter)} name={`run-${run.startedAt.slice(0, 10)}.csv`} />
          <StaleNotice what="the changes" remote={changes} />
          {page === null ? (
            <Loading what="the changes" remote={changes} height="240px" />
          ) : (
            <ChangesTable
              run={run}
              changes={page.changes}
              isLoading={!changes.isCurrent}
              {...paging.toPagingProps(page.nextCursor)}
            />
          )}
        </>
      )}
    </s-section>
  );
}

type ChangesFilterProps = {
  readonly filter: ChangesFilterState;
  /** The number of changes by kind and field; null: not loaded yet. */
  readonly counts: ChangeCounts | null;
  readonly onShow: (part: Partial<ChangesFilterState>) => void;
};

/** The value of the option that does not filter. */
const anyValue = 'all';

/** Filters by kind and field. Offers only those that occur in the run's changes, each with its number of changes. */
function ChangesFilter({filter, counts, onShow}: ChangesFilterProps) {
  const found = counts?.counts ?? [];
  const kinds = sumCountsBy(found, ({kind}) => kind);
  const fields = sumCountsBy(
    found.filter(({kind}) => filter.kind === null || kind === filter.kind),
    ({field}) => field,
  );
  return (
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="small">
      <s-select
        label="Kind"
        value={filter.kind ?? anyValue}
        onChange={({currentTarget: {value}}) =>
          onShow({kind: [...kinds.keys()].find((kind) => kind === value) ?? null, field: null})
        }
      >
        <s-option value={anyValue}>All</s-option>
        {[...kinds].map(([kind, number]) => (
          <s-option key={kind} value={kind}>{`${changeKindLabels[kind]} (${count(number)})`}</s-option>
        ))}
      </s-select>
      <s-select
        label="Field"
        value={filter.field ?? anyValue}
        onChange={({currentTarget: {value}}) => onShow({field: value === anyValue ? null : value})}
      >
        <s-option value={anyValue}>All</s-option>
        {[...fields].map(([field, number]) => (
          <s-option key={field} value={field}>{`${fieldLabel(field)} (${count(number)})`}</s-option>
        ))}
      </s-select>
    </s-grid>
  );
}

/** The number of changes for each kind or field, whatever `keyOf` gives. */
function sumCountsBy<K extends string>(
  counts: ChangeCounts['counts'],
  keyOf: (one: ChangeCounts['counts'][number]) => K,
): ReadonlyMap<K, number> {
  const sums = new Map<K, number>();
  for (const one of counts) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + one.count);
  return sums;
}
