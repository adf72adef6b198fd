import {useState} from 'react';
import {useParams} from 'react-router';
import {isUnderWay} from '../../shared/api/polling.ts';
import {overviewQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {PausedBanner} from '../../shared/page/paused-banner.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {OutcomeSection} from '../../shared/runs/outcome.tsx';
import {articleQuery} from './article-api.ts';
import {ArticleSections} from './article-sections.tsx';

/**
 * The page of one article: what the supplier says of it, its product, how its price is made, which fields are the merchant's, and its
 * history.
 */
export function Page() {
  const {articleId = ''} = useParams();
  return <OneArticle key={articleId} id={articleId} />;
}

function OneArticle({id}: {id: string}) {
  const overview = useRemote(overviewQuery);
  const remote = useRemote(articleQuery(id, isUnderWay(overview.value?.lastRun ?? null)));
  const [decided, setDecided] = useState<(DecisionOutcome & {readonly number: number}) | null>(null);
  const say = (last: DecisionOutcome) => setDecided({...last, number: (decided?.number ?? 0) + 1});
  const article = remote.value;
  return (
    <s-page heading={article === null ? 'Article' : article.name || `Article ${id}`}>
      <s-link slot="breadcrumb-actions" href="/products">
        Products
      </s-link>
      {article === null ? (
        <s-section accessibilityLabel="The article">
          <Loading what="this article" remote={remote} height="480px" list={{label: 'Products', href: '/products'}} />
        </s-section>
      ) : (
        <s-stack gap="base">
          <PausedBanner of={article} />
          <StaleSection what="this article" remote={remote} />
          {decided !== null && <OutcomeSection key={decided.number} decided={decided} />}
          <ArticleSections
            article={article}
            currency={overview.value?.currency ?? null}
            mayApply={overview.value?.firstRunDone ?? false}
            onDone={say}
          />
        </s-stack>
      )}
    </s-page>
  );
}
