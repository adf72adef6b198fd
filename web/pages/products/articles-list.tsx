import {useState} from 'react';
import type {ArticleRow} from '#contract/articles.ts';
import {PagedTable, type PagedTableProps} from '../../shared/list/paged-table.tsx';
import type {Decided} from '../../shared/runs/followed-run.tsx';
import {Outcome} from '../../shared/runs/outcome.tsx';
import {OneArticleRow} from './article-row.tsx';
import {BulkArticles} from './bulk-articles.tsx';

type ArticlesListProps = Omit<PagedTableProps, 'children'> & {
  readonly articles: readonly ArticleRow[];
  readonly currency: string | null;
  readonly isFiltered: boolean;
};

const nothing: ReadonlySet<string> = new Set();

/** The rows of one page, and what is done to those that are chosen among them. */
export function ArticlesList({articles, currency, isFiltered, ...paging}: ArticlesListProps) {
  const [ids, setIds] = useState(nothing);
  const [decided, setDecided] = useState<(Decided & {readonly number: number}) | null>(null);
  const chosen = articles.filter(({id}) => ids.has(id));
  const choose = (those: readonly string[], isChosen: boolean) =>
    setIds(isChosen ? new Set([...ids, ...those]) : new Set([...ids].filter((id) => !those.includes(id))));
  const say = (last: Decided) => {
    setDecided({...last, number: (decided?.number ?? 0) + 1});
    setIds(nothing);
  };
  const isEmpty = articles.length === 0 && !paging.hasPrevious;
  return (
    <s-stack gap="small">
      {decided !== null && <Outcome key={decided.number} decided={decided} />}
      {isEmpty ? (
        <s-paragraph color="subdued">
          {isFiltered
            ? 'No article is like this.'
            : 'No article has been read yet. The first run reads the supplier’s catalogue.'}
        </s-paragraph>
      ) : (
        <>
          <BulkArticles articles={articles} chosen={chosen} onChoose={choose} onDone={say} />
          <PagedTable {...paging}>
            <s-table-header-row>
              <s-table-header listSlot="primary">Article</s-table-header>
              <s-table-header format="currency">Cost</s-table-header>
              <s-table-header format="currency">Price</s-table-header>
              <s-table-header format="numeric">Margin</s-table-header>
              <s-table-header>State</s-table-header>
            </s-table-header-row>
            <s-table-body>
              {articles.map((article) => (
                <OneArticleRow
                  key={article.id}
                  article={article}
                  currency={currency}
                  isChosen={ids.has(article.id)}
                  onChoose={(isChosen) => choose([article.id], isChosen)}
                />
              ))}
            </s-table-body>
          </PagedTable>
        </>
      )}
    </s-stack>
  );
}
