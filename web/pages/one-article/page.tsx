import {useState} from 'react';
import {useParams} from 'react-router';
import {overviewQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {Loading, StaleSection} from '../../shared/page/loading.tsx';
import {PausedBanner} from '../../shared/page/paused-banner.tsx';
import type {Decided} from '../../shared/runs/followed-run.tsx';
import {Outcome} from '../../shared/runs/outcome.tsx';
import {isUnderWay} from '../../text/words.ts';
import {articleQuestion} from './article-api.ts';
import {ArticleSections} from './article-sections.tsx';

/** One article: what the supplier says of it, its product, how its price came about, what is the merchant's in it, and its history. */
export function Page() {
  const {articleId = ''} = useParams();
  return <OneArticle key={articleId} id={articleId} />;
}

function OneArticle({id}: {id: string}) {
  const overview = useRemote(overviewQuestion);
  const remote = useRemote(articleQuestion(id, isUnderWay(overview.value?.lastRun ?? null)));
  const [decided, setDecided] = useState<(Decided & {readonly number: number}) | null>(null);
  const say = (last: Decided) => setDecided({...last, number: (decided?.number ?? 0) + 1});
  const article = remote.value;
  return (
    <s-page heading={article?.name || id}>
      <s-link slot="breadcrumb-actions" href="/products">
        Products
      </s-link>
      {article === null ? (
        <s-section accessibilityLabel="The article">
          <Loading what="this article" remote={remote} height="480px" />
        </s-section>
      ) : (
        <s-stack gap="base">
          <PausedBanner of={article} />
          <StaleSection what="this article" remote={remote} />
          {decided !== null && <Outcome key={decided.number} decided={decided} />}
          <ArticleSections article={article} currency={overview.value?.currency ?? null} onDone={say} />
        </s-stack>
      )}
    </s-page>
  );
}
