import type {Choices} from '#contract/settings.ts';
import {draftCodes} from '#domain/catalogue/off-sale/draft.ts';
import {draftWord} from '../../shared/list/draft-words.ts';
import type {Sorting} from '../../shared/list/index-table.tsx';
import {ListFilter} from '../../shared/list/list-filter.tsx';
import {articleOrders, articleViews, draftArticles, type ShownArticles} from '../../shared/list/shown-articles.ts';

type ArticlesFilterProps = {
  readonly shown: ShownArticles;
  /** Null: brands and categories are not loaded yet. */
  readonly choices: Choices | null;
  readonly sorting: Sorting;
  readonly onShow: (part: Partial<ShownArticles>) => void;
};

/** Which articles are shown. */
export function ArticlesFilter({shown, choices, sorting, onShow}: ArticlesFilterProps) {
  const {view, reason, brand, category, search} = shown;
  return (
    <ListFilter
      views={articleViews}
      view={view}
      onView={(one) => onShow({view: one, reason: null})}
      search={{text: search, placeholder: 'Name, brand or SKU', onSearch: (typed) => onShow({search: typed})}}
      sorts={articleOrders}
      sorting={sorting}
      set={[
        ...(brand === null ? [] : [{label: brand, onRemove: () => onShow({brand: null})}]),
        ...(category === null ? [] : [{label: category, onRemove: () => onShow({category: null})}]),
        ...(reason === null ? [] : [{label: draftWord(reason).label, onRemove: () => onShow({reason: null})}]),
      ]}
      fields={
        <>
          <Choose
            label="Brand"
            options={[anyOf('All brands'), ...toNameOptions(choices?.brands ?? [], brand)]}
            value={brand ?? ''}
            onChoose={(value) => onShow({brand: value || null})}
          />
          <Choose
            label="Category"
            options={[anyOf('All categories'), ...toNameOptions(choices?.categories ?? [], category)]}
            value={category ?? ''}
            onChoose={(value) => onShow({category: value || null})}
          />
          {view === draftArticles && (
            <Choose
              label="Reason"
              options={[
                anyOf('Any reason'),
                ...draftCodes.map((code) => ({value: code, label: draftWord(code).label})),
              ]}
              value={reason ?? ''}
              onChoose={(value) => onShow({reason: draftCodes.find((code) => code === value) ?? null})}
            />
          )}
        </>
      }
    />
  );
}

type Option = {readonly value: string; readonly label: string};

const anyOf = (label: string): Option => ({value: '', label});

/** The chosen name stays listed, even if the catalogue has no such article any more. */
function toNameOptions(offered: Choices['brands'], chosen: string | null): readonly Option[] {
  const names = offered.map(({name}) => name);
  const all = chosen === null || names.includes(chosen) ? names : [chosen, ...names];
  return all.map((name) => ({value: name, label: name}));
}

type ChooseProps = {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
};

const Choose = ({label, options, value, onChoose}: ChooseProps) => (
  <s-select label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
    {options.map((option) => (
      <s-option key={option.value} value={option.value}>
        {option.label}
      </s-option>
    ))}
  </s-select>
);
