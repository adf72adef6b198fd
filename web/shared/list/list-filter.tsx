import {type ReactNode, useEffect, useId, useRef} from 'react';
import {count} from '../../text/format.ts';
import type {Sorting, SortOption} from './index-table.tsx';
import {useIsNarrow} from './narrow-screen.ts';
import {TypedSearch} from './typed-search.tsx';

/** A view of a list: a named filter that a button selects. */
type ListView = {readonly value: string; readonly label: string};

type ListFilterProps<View extends ListView> = {
  readonly views: readonly View[];
  readonly view: View;
  /** How many rows a view has; null: not known. */
  readonly countOf?: (view: View) => number | null;
  readonly onView: (view: View) => void;
  readonly search?: {readonly text: string; readonly placeholder: string; readonly onSearch: (text: string) => void};
  /** A button beside the search, in the place of the filter popover's. */
  readonly besideSearch?: ReactNode;
  /** The fields of the filter popover; left out: there is no popover. */
  readonly filterFields?: ReactNode;
  /** The filters that are set, each with how it is removed. */
  readonly activeFilters?: readonly {readonly label: string; readonly onRemove: () => void}[];
  /** The sort orders for phones, where the table has no headers; none where there is nothing to sort. */
  readonly sorts?: readonly SortOption[];
  readonly sorting?: Sorting;
};

/** Columns of the search and what stands beside it, which on a phone stands below. */
const besideColumns = '@container (inline-size > 490px) 1fr auto, 1fr';

/** The filters above a list: its views with their counts, the search, further filters, and what they are set to. */
export function ListFilter<View extends ListView>(props: ListFilterProps<View>) {
  const {views, view, countOf = () => null, onView, search, filterFields, activeFilters = []} = props;
  const {sorts = [], sorting, besideSearch} = props;
  const isAlone = filterFields === undefined && besideSearch === undefined;
  // Without a search a button is as wide as its words.
  const columns = search === undefined ? 'auto' : isAlone ? '1fr' : besideColumns;
  const popover = useId();
  const isNarrow = useIsNarrow();
  const isOneLine = isNarrow && views.length > mostWrapped;
  const line = useChosenInSight(
    isOneLine,
    views.findIndex(({value}) => value === view.value),
  );
  return (
    <s-stack gap="small-200">
      <div role="group" aria-label="Show" ref={line} style={isOneLine ? oneLine : wrapped}>
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
      <s-grid gridTemplateColumns={columns} gap="small-200" alignItems="center" justifyContent="start">
        {search !== undefined && (
          <TypedSearch search={search.text} placeholder={search.placeholder} onSearch={search.onSearch} />
        )}
        {besideSearch}
        {filterFields !== undefined && (
          <s-button icon="filter" commandFor={popover} command="--toggle">
            Filter
          </s-button>
        )}
      </s-grid>
      {filterFields !== undefined && (
        <s-popover id={popover} minInlineSize="260px">
          <s-box padding="small">
            <s-stack gap="small">{filterFields}</s-stack>
          </s-box>
        </s-popover>
      )}
      {sorting !== undefined && sorts.length > 0 && <SortOnPhones sorts={sorts} sorting={sorting} />}
      {activeFilters.length > 0 && (
        <s-stack direction="inline" gap="small-300">
          {activeFilters.map((one) => (
            <s-button key={one.label} icon="x" accessibilityLabel={`Remove: ${one.label}`} onClick={one.onRemove}>
              {one.label}
            </s-button>
          ))}
        </s-stack>
      )}
    </s-stack>
  );
}

/** Of how many views the buttons go into several lines on a phone; more are one line that scrolls, and fades where it goes on. */
const mostWrapped = 8;
const wrapped = {display: 'flex', flexWrap: 'wrap', gap: '4px'} as const;
const fade = 'linear-gradient(to right, black calc(100% - 32px), transparent)';
const oneLine = {...wrapped, flexWrap: 'nowrap', overflowX: 'auto', paddingInlineEnd: '32px', maskImage: fade} as const;

/** For the line of the views: the chosen one, at this position, is brought into sight. */
function useChosenInSight(isOneLine: boolean, chosen: number) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOneLine) showInLine(line.current, chosen);
  }, [chosen, isOneLine]);
  return line;
}

/** Scrolls the line, and nothing else, until the button at this position is in its middle. */
function showInLine(line: HTMLElement | null, at: number): void {
  const button = line?.children.item(at)?.getBoundingClientRect();
  if (line === null || button === undefined) return;
  const frame = line.getBoundingClientRect();
  line.scrollLeft += button.left + button.width / 2 - (frame.left + frame.width / 2);
}

/** A select for the sort order, shown on phones only: elsewhere the table's headers sort. */
const SortOnPhones = ({sorts, sorting}: {sorts: readonly SortOption[]; sorting: Sorting}) => (
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
