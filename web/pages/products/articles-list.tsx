import {useState} from 'react';
import type {ArticleRow} from '#contract/articles.ts';
import type {OptionName} from '#domain/options/defined-options.ts';
import {IndexTable, type PagingProps, type Sorting} from '../../shared/list/index-table.tsx';
import {useSelection} from '../../shared/list/selection.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {OutcomeSection} from '../../shared/runs/outcome.tsx';
import {AnswerArticles} from './answer-articles.tsx';
import {articleColumns, unansweredColumns} from './article-columns.tsx';
import {BulkArticles} from './bulk-articles.tsx';

type ArticlesListProps = PagingProps & {
  readonly articles: readonly ArticleRow[];
  readonly currency: string | null;
  /** What an empty list says. */
  readonly emptyText: string;
  readonly sorting: Sorting;
  /** The option that the list is about; null: none. */
  readonly option: OptionName | null;
  /** Whether an update may be started at once: set-up is over. */
  readonly mayApply: boolean;
  /** A sentence with the number of articles in the whole list; empty: not known. */
  readonly totalText: string;
};

/** The articles of one page, and the actions on those that are selected. */
export function ArticlesList({
  articles,
  currency,
  emptyText,
  sorting,
  option,
  mayApply,
  totalText,
  ...pages
}: ArticlesListProps) {
  const selection = useSelection(articles, {keyOf: ({id}) => id, nameOf: ({id, name}) => name || id});
  const [decided, setDecided] = useState<(DecisionOutcome & {readonly number: number}) | null>(null);
  const say = (last: DecisionOutcome) => setDecided({...last, number: (decided?.number ?? 0) + 1});
  const sayOfSelected = (last: DecisionOutcome) => {
    say(last);
    // Those for which it was not done stay selected, to press again.
    const again = new Set(last.notDone?.map(({id}) => id));
    selection.choose(
      articles.filter(({id}) => !again.has(id)),
      false,
    );
  };
  const ofSelected = {selection, totalText, mayApply, onDone: sayOfSelected};
  const isEmpty = articles.length === 0 && !pages.hasPrevious;
  return (
    <>
      {decided !== null && <OutcomeSection key={decided.number} decided={decided} />}
      {isEmpty ? (
        <s-paragraph color="subdued">{emptyText}</s-paragraph>
      ) : (
        <>
          {option === null ? (
            <BulkArticles {...ofSelected} currency={currency} />
          ) : (
            <AnswerArticles {...ofSelected} option={option} isLoading={pages.isLoading} />
          )}
          <IndexTable
            rows={articles}
            columns={option === null ? articleColumns(currency) : unansweredColumns(option, say)}
            keyOf={({id}) => id}
            linkIdOf={({id}) => `article-${id}`}
            selection={selection}
            sorting={sorting}
            {...pages}
          />
        </>
      )}
    </>
  );
}
