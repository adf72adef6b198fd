import type {Overview} from '#contract/overview.ts';
import type {Choices} from '#contract/settings.ts';
import {draftCodes} from '#domain/catalogue/off-sale/draft.ts';
import {draftReasonText} from '../../shared/list/draft-words.ts';
import type {Sorting} from '../../shared/list/index-table.tsx';
import {ListFilter} from '../../shared/list/list-filter.tsx';
import {
  type ArticleListFilter,
  articleSortOptions,
  articleViews,
  draftArticlesView,
} from '../../shared/list/shown-articles.ts';

type ArticlesFilterProps = {
  readonly filter: ArticleListFilter;
  /** Null: brands and categories are not loaded yet. */
  readonly choices: Choices | null;
  readonly sorting: Sorting;
  /** Whether the list has nothing to sort. */
  readonly isEmpty: boolean;
  readonly unanswered: Overview['unanswered'];
  readonly onFilter: (part: Partial<ArticleListFilter>) => void;
};

/** The filters of the article list. */
export function ArticlesFilter({filter: shown, choices, sorting, isEmpty, unanswered, onFilter}: ArticlesFilterProps) {
  const {view, reason, brand, category, search} = shown;
  return (
    <ListFilter
      views={articleViews}
      view={view}
      countOf={({option}) => (option === undefined ? null : unanswered[option])}
      onView={(one) => onFilter({view: one, reason: null})}
      search={{text: search, placeholder: 'Name, brand or SKU', onSearch: (typed) => onFilter({search: typed})}}
      sorts={isEmpty ? [] : articleSortOptions}
      sorting={sorting}
      activeFilters={[
        ...(brand === null ? [] : [{label: brand, onRemove: () => onFilter({brand: null})}]),
        ...(category === null ? [] : [{label: category, onRemove: () => onFilter({category: null})}]),
        ...(reason === null ? [] : [{label: draftReasonText(reason).label, onRemove: () => onFilter({reason: null})}]),
      ]}
      filterFields={
        <>
          <FilterSelect
            label="Brand"
            options={[anyOption('All brands'), ...toNameOptions(choices?.brands ?? [], brand)]}
            value={brand ?? ''}
            onChoose={(value) => onFilter({brand: value || null})}
          />
          <FilterSelect
            label="Category"
            options={[anyOption('All categories'), ...toNameOptions(choices?.categories ?? [], category)]}
            value={category ?? ''}
            onChoose={(value) => onFilter({category: value || null})}
          />
          {view === draftArticlesView && (
            <FilterSelect
              label="Reason"
              options={[
                anyOption('Any reason'),
                ...draftCodes.map((code) => ({value: code, label: draftReasonText(code).label})),
              ]}
              value={reason ?? ''}
              onChoose={(value) => onFilter({reason: draftCodes.find((code) => code === value) ?? null})}
            />
          )}
        </>
      }
    />
  );
}

/** An option of a select. */
type Option = {readonly value: string; readonly label: string};

const anyOption = (label: string): Option => ({value: '', label});

/**
 * The options of a select of brands or categories. The name that the list is filtered by stays an option, even if no article has it any
 * more.
 */
function toNameOptions(offered: Choices['brands'], chosen: string | null): readonly Option[] {
  const names = offered.map(({name}) => name);
  const all = chosen === null || names.includes(chosen) ? names : [chosen, ...names];
  return all.map((name) => ({value: name, label: name}));
}

type FilterSelectProps = {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
};

const FilterSelect = ({label, options, value, onChoose}: FilterSelectProps) => (
  <s-select label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
    {options.map((option) => (
      <s-option key={option.value} value={option.value}>
        {option.label}
      </s-option>
    ))}
  </s-select>
);
