import {useNavigate, useSearchParams} from 'react-router';
import type {Overview} from '#contract/overview.ts';
import {articlesQuestion} from '../../shared/api/products-api.ts';
import {choicesQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {usePaging} from '../../shared/list/paging.ts';
import {articleOrders, articlesAddress, type ShownArticles, shownArticlesAt} from '../../shared/list/shown-articles.ts';
import {Introduction} from '../../shared/page/introduction.tsx';
import {Loading, Stale} from '../../shared/page/loading.tsx';
import {counted, isUnderWay} from '../../text/words.ts';
import {ArticlesFilter} from './articles-filter.tsx';
import {ArticlesList} from './articles-list.tsx';

/** The articles of the catalogue that the address asks for. */
export function ArticlesSection({overview}: {overview: Overview}) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const shown = shownArticlesAt(query);
  const paging = usePaging(articlesAddress(shown));
  const remote = useRemote(articlesQuestion(shown, paging.cursor, isUnderWay(overview.lastRun)));
  const choices = useRemote(choicesQuestion(overview.lastRun));
  const show = (part: Partial<ShownArticles>) => void navigate(articlesAddress({...shown, ...part}), {replace: true});
  const page = remote.value;
  const sorting = {
    value: shown.order.value,
    onSort: (value: string) => show({order: articleOrders.find((one) => one.value === value) ?? articleOrders[0]}),
  };
  return (
    <s-section accessibilityLabel="Articles">
      <Introduction of="products" />
      <ArticlesFilter shown={shown} choices={choices.value} sorting={sorting} onShow={show} />
      <Stale what="the articles" remote={remote} />
      {page === null ? (
        <Loading what="the articles" remote={remote} height="320px" />
      ) : (
        <ArticlesList
          total={[
            page.total !== null && remote.isCurrent && `${counted(page.total, 'article')}.`,
            shown.order !== articleOrders[0] && 'Those without a price in your store come last.',
          ]
            .filter(Boolean)
            .join(' ')}
          articles={page.articles}
          currency={overview.currency}
          isFiltered={articlesAddress({...shown, order: articleOrders[0]}) !== '/products'}
          sorting={sorting}
          isLoading={!remote.isCurrent}
          {...paging.toPages(page.nextCursor)}
        />
      )}
    </s-section>
  );
}
