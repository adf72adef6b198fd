import type {OverruledArticle} from '#contract/defined-options.ts';
import {optionNames} from '#domain/options/defined-options.ts';
import {sentenceOf} from '../../shared/api/api.ts';
import {useAction, useRemote} from '../../shared/api/remote.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {IndexTable} from '../../shared/list/index-table.tsx';
import {usePaging} from '../../shared/list/paging.ts';
import {Loading, Stale} from '../../shared/page/loading.tsx';
import type {Decided} from '../../shared/runs/followed-run.tsx';
import {wordsInSentence} from '../../text/format.ts';
import {counted} from '../../text/words.ts';
import {overruledQuestion} from './decision-questions.ts';
import {decisionsApi} from './decisions-api.ts';

type OverruledSectionProps = {readonly isRunning: boolean; readonly onDone: (decided: Decided) => void};

/** Options that the merchant defined and the supplier states itself by now: looked at, and removed one by one or all of a page. */
export function OverruledSection({isRunning, onDone}: OverruledSectionProps) {
  const paging = usePaging('overruled-options');
  const remote = useRemote(overruledQuestion(paging.cursor, isRunning));
  const {remove, isRunning: isBusy} = useRemoving(onDone);
  const page = remote.value;
  const pages = paging.toPages(page?.nextCursor ?? null);
  // All of the last page can be removed, and a run can empty it.
  if (page?.articles.length === 0 && remote.isCurrent && pages.hasPrevious) pages.onPrevious();
  return (
    <s-section heading="Options of yours that are not used">
      <s-paragraph color="subdued">
        The supplier states these options itself by now, so its words are used and an order carries them. Yours stay
        stored and count again when the supplier states none. Remove them, and they do not come back.
      </s-paragraph>
      <Stale what="these options" remote={remote} />
      {page === null ? (
        <Loading what="these options" remote={remote} height="160px" />
      ) : (
        <>
          <s-stack direction="inline">
            <RemoveAllButton articles={page.articles} isBusy={isBusy} onRemove={() => void remove(page.articles)} />
          </s-stack>
          <IndexTable
            rows={page.articles}
            columns={[
              {
                heading: 'Article',
                listSlot: 'primary',
                cell: ({articleId, name}) => <ArticleName id={articleId} name={name} link={linkOf({articleId})} />,
              },
              {heading: 'Yours', cell: (article) => wordsIn(article, article.defined)},
              {heading: 'The supplier’s', cell: (article) => wordsIn(article, article.stated)},
              {
                heading: 'Settle',
                cell: (article) => (
                  <s-button
                    accessibilityLabel={`Remove yours: ${article.name || article.articleId}`}
                    disabled={isBusy}
                    onClick={() => void remove([article])}
                  >
                    Remove yours
                  </s-button>
                ),
              },
            ]}
            keyOf={({articleId}) => articleId}
            linkOf={linkOf}
            isLoading={!remote.isCurrent}
            {...pages}
          />
        </>
      )}
    </s-section>
  );
}

function useRemoving(onDone: (decided: Decided) => void) {
  const removing = useAction(decisionsApi.removeOverruled);
  const remove = async (articles: readonly OverruledArticle[]) => {
    try {
      const {results} = await removing.run(
        articles.map((article) => ({
          articleId: article.articleId,
          version: article.defined.version,
          lists: overruledLists(article),
        })),
      );
      const refused = results.filter(({error}) => error !== null);
      const done = `Removed your options of ${counted(results.length - refused.length, 'article')}.`;
      const reasons = refused.map(({articleId, error}) => ` ${articleId}: ${error}`);
      onDone({text: [done, ...reasons].join(''), runId: null});
    } catch (failed) {
      shopify.toast.show(sentenceOf(failed), {isError: true});
    }
  };
  return {remove, isRunning: removing.isRunning};
}

type RemoveAllProps = {
  readonly articles: readonly OverruledArticle[];
  readonly isBusy: boolean;
  readonly onRemove: () => void;
};

function RemoveAllButton({articles, isBusy, onRemove}: RemoveAllProps) {
  return (
    <AskFirstButton
      label={`Remove all on this page (${articles.length})`}
      what={`Remove all on this page: ${counted(articles.length, 'article')}`}
      confirm="Remove them"
      isRunning={isBusy}
      isDisabled={articles.length === 0}
      onConfirm={onRemove}
    >
      <s-paragraph>
        The colours and sizes of yours that this page shows are removed. If the supplier states none again, you have to
        enter them again.
      </s-paragraph>
    </AskFirstButton>
  );
}

const linkOf = ({articleId}: {readonly articleId: string}): string => `overruled-${articleId}`;

/** The words of the options that are overruled. */
const wordsIn = (article: OverruledArticle, lists: OverruledArticle['stated']): string =>
  overruledLists(article)
    .map((name) => wordsInSentence(lists[name]))
    .join(' · ');

/** The overruled options: only they are shown, and only they are removed. */
const overruledLists = ({overruled}: OverruledArticle) => optionNames.filter((name) => overruled[name]);
