import type {Choices} from '#contract/settings.ts';
import {draftCodes} from '#domain/catalogue/off-sale/draft.ts';
import {draftWord} from '../../shared/list/draft-words.ts';
import {articleOrders, articleViews, draftArticles, type ShownArticles} from '../../shared/list/shown-articles.ts';
import {TypedSearch} from '../../shared/list/typed-search.tsx';

type ArticlesFilterProps = {
  readonly shown: ShownArticles;
  /** Null: brands and categories are not loaded yet. */
  readonly choices: Choices | null;
  readonly onShow: (part: Partial<ShownArticles>) => void;
};

/** Which articles, and in which order. */
export function ArticlesFilter({shown, choices, onShow}: ArticlesFilterProps) {
  const {view, reason, brand, category, search, order} = shown;
  return (
    <s-stack gap="small">
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 260px 1fr, 1fr" gap="small">
        <Choose
          label="Show"
          options={articleViews}
          value={view.value}
          onChoose={(value) => onShow({view: articleViews.find((one) => one.value === value) ?? view, reason: null})}
        />
        <TypedSearch search={search} placeholder="Name, brand or SKU" onSearch={(typed) => onShow({search: typed})} />
      </s-grid>
      <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr, 1fr" gap="small">
        <Choose
          label="Brand"
          options={[anyOf('All brands'), ...namesOf(choices?.brands ?? [], brand)]}
          value={brand ?? ''}
          onChoose={(value) => onShow({brand: value || null})}
        />
        <Choose
          label="Category"
          options={[anyOf('All categories'), ...namesOf(choices?.categories ?? [], category)]}
          value={category ?? ''}
          onChoose={(value) => onShow({category: value || null})}
        />
        <Choose
          label="Sort by"
          options={articleOrders}
          value={order.value}
          onChoose={(value) => onShow({order: articleOrders.find((one) => one.value === value) ?? order})}
        />
        {view === draftArticles && (
          <Choose
            label="Reason"
            options={[anyOf('Any reason'), ...draftCodes.map((code) => ({value: code, label: draftWord(code).label}))]}
            value={reason ?? ''}
            onChoose={(value) => onShow({reason: draftCodes.find((code) => code === value) ?? null})}
          />
        )}
      </s-grid>
    </s-stack>
  );
}

type Option = {readonly value: string; readonly label: string};

const anyOf = (label: string): Option => ({value: '', label});

/** The chosen name stays listed, even if the catalogue has no such article any more. */
function namesOf(offered: Choices['brands'], chosen: string | null): readonly Option[] {
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
