import {type ReactNode, useId, useSyncExternalStore} from 'react';
import {count} from '../../text/format.ts';
import type {ListSort, Sorting} from './index-table.tsx';
import {TypedSearch} from './typed-search.tsx';

type ListView = {readonly value: string; readonly label: string};

type ListFilterProps<View extends ListView> = {
  readonly views: readonly View[];
  readonly view: View;
  /** How many rows a view has; null: not known. */
  readonly countOf?: (view: View) => number | null;
  readonly onView: (view: View) => void;
  readonly search?: {readonly text: string; readonly placeholder: string; readonly onSearch: (text: string) => void};
  /** The fields of the popover; left out: there are none. */
  readonly fields?: ReactNode;
  /** What these fields are set to, and how it is taken away. */
  readonly set?: readonly {readonly label: string; readonly onRemove: () => void}[];
  /** For phones, where the table has no headers. */
  readonly sorts?: readonly ListSort[];
  readonly sorting?: Sorting;
};

/** Above a list: its views with their counts, the search, further filters, and what they are set to. */
export function ListFilter<View extends ListView>(props: ListFilterProps<View>) {
  const {views, view, countOf = () => null, onView, search, fields, set = [], sorts = [], sorting} = props;
  const popover = useId();
  const isNarrow = useSyncExternalStore(followWidth, () => narrow.matches);
  return (
    <s-stack gap="small-200">
      <div
        role="group"
        aria-label="Show"
        style={{display: 'flex', flexWrap: isNarrow ? 'nowrap' : 'wrap', overflowX: 'auto', gap: '4px'}}
      >
        {views.map((one) => {
          const rows = countOf(one);
          return (
            <s-press-button
              key={one.value}
              variant="tertiary"
              pressed={one.value === view.value}
              onClick={() => onView(one)}
            >
              {rows === null ? one.label : `${one.label} (${count(rows)})`}
            </s-press-button>
          );
        })}
      </div>
      <s-grid gridTemplateColumns={fields === undefined ? '1fr' : '1fr auto'} gap="small-200" alignItems="center">
        {search !== undefined && (
          <TypedSearch search={search.text} placeholder={search.placeholder} onSearch={search.onSearch} />
        )}
        {fields !== undefined && (
          <s-button icon="filter" commandFor={popover} command="--toggle">
            Filter
          </s-button>
        )}
      </s-grid>
      {fields !== undefined && (
        <s-popover id={popover} minInlineSize="260px">
          <s-box padding="small">
            <s-stack gap="small">{fields}</s-stack>
          </s-box>
        </s-popover>
      )}
      {sorting !== undefined && <SortOnPhones sorts={sorts} sorting={sorting} />}
      {set.length > 0 && (
        <s-stack direction="inline" gap="small-300">
          {set.map((one) => (
            <s-button key={one.label} icon="x" accessibilityLabel={`Remove: ${one.label}`} onClick={one.onRemove}>
              {one.label}
            </s-button>
          ))}
        </s-stack>
      )}
    </s-stack>
  );
}

/** Where the table has headers, these sort. */
const SortOnPhones = ({sorts, sorting}: {sorts: readonly ListSort[]; sorting: Sorting}) => (
  <s-box display="@container (inline-size > 490px) none, auto">
    <s-select label="Sort by" value={sorting.value} onChange={(event) => sorting.onSort(event.currentTarget.value)}>
      {sorts.map(({value, label}) => (
        <s-option key={value} value={value}>
          {label}
        </s-option>
      ))}
    </s-select>
  </s-box>
);

/** On a phone the views are one line that scrolls. */
const narrow = matchMedia('(max-width: 490px)');

function followWidth(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}
