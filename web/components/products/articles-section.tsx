import {useNavigate, useSearchParams} from 'react-router';
import type {Overview} from '#contract/overview.ts';
import {ProductsIntroduction} from '../../outlines/products-outline.tsx';
import {choicesQuestion} from '../../questions.ts';
import {useRemote} from '../../remote.ts';
import {counted, isUnderWay} from '../../text/words.ts';
import {Loading, Stale} from '../loading.tsx';
import {usePaging} from '../paging.ts';
import {ArticlesFilter} from './articles-filter.tsx';
import {ArticlesList} from './articles-list.tsx';
import {articlesQuestion} from './products-api.ts';
import {articleOrders, articlesAddress, type ShownArticles, shownArticlesAt} from './shown-articles.ts';

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
  return (
    <s-section heading="Articles">
      <ProductsIntroduction />
      <ArticlesFilter shown={shown} choices={choices.value} onShow={show} />
      <Stale what="the articles" remote={remote} />
      {page === null ? (
        <Loading what="the articles" remote={remote} height="320px" />
      ) : (
        <>
          <s-text color="subdued">
            {[
              page.total !== null && remote.isCurrent && `${counted(page.total, 'article')}.`,
              shown.order !== articleOrders[0] && 'Those without a price in your store come last.',
            ]
              .filter(Boolean)
              .join(' ')}
          </s-text>
          <ArticlesList
            articles={page.articles}
            currency={overview.currency}
            isFiltered={articlesAddress({...shown, order: articleOrders[0]}) !== '/products'}
            isLoading={!remote.isCurrent}
            {...paging.toPages(page.nextCursor)}
          />
        </>
      )}
    </s-section>
  );
}
