import {useNavigate, useSearchParams} from 'react-router';
import {useRemote} from '../../shared/api/remote.ts';
import {usePaging} from '../../shared/list/paging.ts';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import {SaveAsFile} from '../../shared/page/save-as-file.tsx';
import {type ActivityFilter, activityQuery, loadActivityFile} from './activity-api.ts';
import {ActivityFilters, kindNamed} from './activity-filter.tsx';
import {EntriesTable} from './entries-table.tsx';

/** Who did what, and when: everything that was written into the audit trail, with its filters in the address. */
export function Page() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const filter: ActivityFilter = {kind: kindNamed(query.get('kind')), by: query.get('by'), about: query.get('about')};
  const paging = usePaging(JSON.stringify(filter));
  const remote = useRemote(activityQuery(filter, paging.cursor));
  const page = remote.value;
  const show = (part: Partial<ActivityFilter>) => void navigate(addressOf({...filter, ...part}), {replace: true});
  return (
    <s-page heading="Activity" inlineSize="large">
      <s-link slot="breadcrumb-actions" href="/settings">
        Settings
      </s-link>
      <s-section heading="Who did what">
        <s-paragraph color="subdued">
          What people did here, and what Piecewise did by itself with refunds, deletions and buyers’ data. Orders and
          nightly updates have pages of their own.
        </s-paragraph>
        <ActivityFilters filter={filter} page={page} onFilter={show} />
        <SaveAsFile load={() => loadActivityFile(filter)} name="activity.csv" />
        <StaleNotice what="what was done" remote={remote} />
        {page === null ? (
          <Loading what="what was done" remote={remote} height="320px" />
        ) : page.entries.length === 0 && paging.cursor === null ? (
          <s-paragraph color="subdued">No entry is like that.</s-paragraph>
        ) : (
          <EntriesTable
            entries={page.entries}
            you={page.you}
            currency={page.currency}
            isLoading={!remote.isCurrent}
            {...paging.toPagingProps(page.nextBefore === null ? null : String(page.nextBefore))}
          />
        )}
      </s-section>
    </s-page>
  );
}

function addressOf({kind, by, about}: ActivityFilter): string {
  const set = Object.entries({kind, by, about}).filter((pair): pair is [string, string] => pair[1] !== null);
  return set.length === 0 ? '/settings/activity' : `/settings/activity?${new URLSearchParams(set).toString()}`;
}
