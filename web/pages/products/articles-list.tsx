import {useState} from 'react';
import type {ArticleRow} from '#contract/articles.ts';
import {IndexTable, type Pages, type Sorting} from '../../shared/list/index-table.tsx';
import {useSelection} from '../../shared/list/selection.tsx';
import type {Decided} from '../../shared/runs/followed-run.tsx';
import {Outcome} from '../../shared/runs/outcome.tsx';
import {articleColumns} from './article-columns.tsx';
import {BulkArticles} from './bulk-articles.tsx';

type ArticlesListProps = Pages & {
  readonly articles: readonly ArticleRow[];
  readonly currency: string | null;
  readonly isFiltered: boolean;
  readonly sorting: Sorting;
  readonly total: string;
};

/** The rows of one page, and what is done to those that are chosen among them. */
export function ArticlesList({articles, currency, isFiltered, sorting, total, ...pages}: ArticlesListProps) {
  const selection = useSelection(articles, {keyOf: ({id}) => id, nameOf: ({id, name}) => name || id});
  const [decided, setDecided] = useState<(Decided & {readonly number: number}) | null>(null);
  const say = (last: Decided) => {
    setDecided({...last, number: (decided?.number ?? 0) + 1});
    selection.choose(articles, false);
  };
  const isEmpty = articles.length === 0 && !pages.hasPrevious;
  return (
    <>
      {decided !== null && <Outcome key={decided.number} decided={decided} />}
      {isEmpty ? (
        <s-paragraph color="subdued">
          {isFiltered
            ? 'No article is like this.'
            : 'No article has been read yet. The first run reads the supplier’s catalogue.'}
        </s-paragraph>
      ) : (
        <>
          <BulkArticles selection={selection} total={total} onDone={say} />
          <IndexTable
            rows={articles}
            columns={articleColumns(currency)}
            keyOf={({id}) => id}
            linkOf={({id}) => `article-${id}`}
            selection={selection}
            sorting={sorting}
            {...pages}
          />
        </>
      )}
    </>
  );
}
