import type {AuditPage} from '#contract/activity/audit.ts';
import {type AuditKind, auditKinds} from '#domain/activity/audit-actions.ts';
import {ListFilter} from '../../shared/list/list-filter.tsx';
import type {ActivityFilter} from './activity-api.ts';
import {personText, placeOf} from './activity-words.ts';

type View = {readonly value: string; readonly label: string; readonly kind: AuditKind | null};

const allViews: View = {value: 'all', label: 'All', kind: null};
const views: readonly View[] = [
  allViews,
  ...Object.entries(auditKinds).map(([value, label]) => ({value, label, kind: value as AuditKind})),
];

/** The kind of that name; null: all kinds. */
export const kindNamed = (name: string | null): AuditKind | null =>
  views.find(({value}) => value === name)?.kind ?? null;

type ActivityFiltersProps = {
  readonly filter: ActivityFilter;
  /** The loaded page; null: none yet. Those who are named in it can be chosen. */
  readonly page: AuditPage | null;
  readonly onFilter: (part: Partial<ActivityFilter>) => void;
};

/** The filters of the trail: by kind, by person, and about one thing, which a link sets and a button here takes away. */
export function ActivityFilters({filter: {kind, by, about}, page, onFilter}: ActivityFiltersProps) {
  const you = page?.you ?? '';
  const named = page?.entries.map(({actor}) => actor) ?? [];
  const users = [...new Set([...(by?.startsWith('user:') ? [by] : []), ...named])].filter((one) => one !== 'app');
  const people = [
    {value: 'everyone', label: 'Everyone'},
    {value: 'app', label: 'Piecewise'},
    {value: 'people', label: 'People'},
    ...users.map((value) => ({value, label: personText(value, you)})),
  ];
  const first = page?.entries.find(({subject}) => subject === about);
  return (
    <ListFilter
      views={views}
      view={views.find((view) => view.kind === kind) ?? allViews}
      onView={(view) => onFilter({kind: view.kind})}
      filterFields={
        <s-select
          label="Who"
          value={by ?? 'everyone'}
          onChange={({currentTarget: {value}}) => onFilter({by: value === 'everyone' ? null : value})}
        >
          {people.map(({value, label}) => (
            <s-option key={value} value={value}>
              {label}
            </s-option>
          ))}
        </s-select>
      }
      activeFilters={[
        ...(by === null
          ? []
          : [
              {
                label: `By: ${people.find(({value}) => value === by)?.label ?? by}`,
                onRemove: () => onFilter({by: null}),
              },
            ]),
        ...(about === null
          ? []
          : [
              {
                label: `About: ${first === undefined ? about.slice(0, 50) : placeOf(first).label}`,
                onRemove: () => onFilter({about: null}),
              },
            ]),
      ]}
    />
  );
}
