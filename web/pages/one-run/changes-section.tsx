import {useState} from 'react';
import type {ChangeCounts, Run} from '#contract/runs.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {changeCountsQuestion, changesQuestion} from '../../shared/api/run-questions.ts';
import type {ChangesAsked} from '../../shared/api/runs-api.ts';
import {usePaging} from '../../shared/list/paging.ts';
import {Loading, Stale} from '../../shared/page/loading.tsx';
import {changeWords, fieldWord} from '../../shared/runs/run-words.ts';
import {count} from '../../text/format.ts';
import {ChangesTable} from './changes-table.tsx';
import {SaveAsFile} from './save-as-file.tsx';

type Filter = Pick<ChangesAsked, 'kind' | 'field'>;

const headings: Readonly<Partial<Record<Run['kind'], string>>> = {
  preview: 'What a run would change',
  undo: 'What was set back, and what stays',
};

/** Every change of a run, field by field, page by page; as a file too. */
export function ChangesSection({run}: {run: Run}) {
  const [filter, setFilter] = useState<Filter>({kind: null, field: null});
  const paging = usePaging(`${filter.kind} ${filter.field}`);
  const counts = useRemote(changeCountsQuestion(run));
  const changes = useRemote(changesQuestion(run, {...filter, cursor: paging.cursor}));
  const show = (part: Partial<Filter>) => setFilter({...filter, ...part});
  const page = changes.value;
  const isEmpty = counts.value?.counts.length === 0;
  return (
    <s-section heading={headings[run.kind] ?? 'What changed'}>
      {isEmpty ? (
        <s-paragraph color="subdued">This run has no changes to show.</s-paragraph>
      ) : (
        <>
          <ChangesFilter filter={filter} counts={counts.value} onShow={show} />
          <SaveAsFile run={run} filter={filter} />
          <Stale what="the changes" remote={changes} />
          {page === null ? (
            <Loading what="the changes" remote={changes} height="240px" />
          ) : (
            <ChangesTable
              run={run}
              changes={page.changes}
              isLoading={!changes.isCurrent}
              {...paging.toPages(page.nextCursor)}
            />
          )}
        </>
      )}
    </s-section>
  );
}

type ChangesFilterProps = {
  readonly filter: Filter;
  readonly counts: ChangeCounts | null;
  readonly onShow: (part: Partial<Filter>) => void;
};

const all = 'all';

/** Offers only the kinds and fields that occur in the run's changes, each with the number of its changes. */
function ChangesFilter({filter, counts, onShow}: ChangesFilterProps) {
  const found = counts?.counts ?? [];
  const kinds = sumBy(found, ({kind}) => kind);
  const fields = sumBy(
    found.filter(({kind}) => filter.kind === null || kind === filter.kind),
    ({field}) => field,
  );
  return (
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="small">
      <s-select
        label="Kind"
        value={filter.kind ?? all}
        onChange={({currentTarget: {value}}) =>
          onShow({kind: [...kinds.keys()].find((kind) => kind === value) ?? null, field: null})
        }
      >
        <s-option value={all}>All</s-option>
        {[...kinds].map(([kind, number]) => (
          <s-option key={kind} value={kind}>{`${changeWords[kind]} (${count(number)})`}</s-option>
        ))}
      </s-select>
      <s-select
        label="Field"
        value={filter.field ?? all}
        onChange={({currentTarget: {value}}) => onShow({field: value === all ? null : value})}
      >
        <s-option value={all}>All</s-option>
        {[...fields].map(([field, number]) => (
          <s-option key={field} value={field}>{`${fieldWord(field)} (${count(number)})`}</s-option>
        ))}
      </s-select>
    </s-grid>
  );
}

function sumBy<K extends string>(
  counts: ChangeCounts['counts'],
  keyOf: (one: ChangeCounts['counts'][number]) => K,
): ReadonlyMap<K, number> {
  const sums = new Map<K, number>();
  for (const one of counts) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + one.count);
  return sums;
}
