import type {OverruledArticle} from '#contract/defined-options.ts';
import {optionNames} from '#domain/options/defined-options.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {AskFirstButton} from '../../shared/list/ask-first-button.tsx';
import {type Column, IndexTable} from '../../shared/list/index-table.tsx';
import {usePaging} from '../../shared/list/paging.ts';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {joinWords} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {overruledOptionsQuery} from './decision-questions.ts';
import {decisionsApi} from './decisions-api.ts';

type OverruledSectionProps = {readonly isRunning: boolean; readonly onDone: (decided: DecisionOutcome) => void};

/** The merchant's options that are not used because the supplier now states its own. They are removed one by one, or all of a page. */
export function OverruledSection({isRunning, onDone}: OverruledSectionProps) {
  const paging = usePaging('overruled-options');
  const remote = useRemote(overruledOptionsQuery(paging.cursor, isRunning));
  const {remove, isRunning: isBusy} = useRemoveOptions(onDone);
  const page = remote.value;
  const pages = paging.toPagingProps(page?.nextCursor ?? null);
  // Goes back a page when the last page is empty, because everything on it was removed or a run emptied it.
  if (page?.articles.length === 0 && remote.isCurrent && pages.hasPrevious) pages.onPrevious();
  return (
    <s-section heading="Options of yours that are not used">
      <s-paragraph color="subdued">
        The supplier states these options itself by now, so its words are used and an order carries them. Yours stay
        stored and count again when the supplier states none. Remove them, and they do not come back.
      </s-paragraph>
      <StaleNotice what="these options" remote={remote} />
      {page === null ? (
        <Loading what="these options" remote={remote} height="160px" />
      ) : (
        <>
          <s-stack direction="inline">
            <RemoveAllButton articles={page.articles} isBusy={isBusy} onRemove={() => void remove(page.articles)} />
          </s-stack>
          <IndexTable
            rows={page.articles}
            columns={overruledColumns(isBusy, remove)}
            keyOf={({articleId}) => articleId}
            linkIdOf={linkIdOf}
            isLoading={!remote.isCurrent}
            {...pages}
          />
        </>
      )}
    </s-section>
  );
}

/** Removes the options of articles that are not used. @param onDone called with what was removed, and what was not and why. */
function useRemoveOptions(onDone: (decided: DecisionOutcome) => void) {
  const {attempt, isRunning} = useAttempt(decisionsApi.removeOverruled, {
    onDone: ({results}) => {
      const refused = results.filter(({error}) => error !== null);
      const done = `Removed your options of ${countNoun(results.length - refused.length, 'article')}.`;
      const reasons = refused.map(({articleId, error}) => ` ${articleId}: ${error}`);
      onDone({text: [done, ...reasons].join(''), runId: null});
    },
    onRefused: (text) => onDone({text, runId: null}),
  });
  const remove = (articles: readonly OverruledArticle[]) =>
    attempt(
      articles.map((article) => ({
        articleId: article.articleId,
        version: article.defined.version,
        lists: overruledOptionNames(article),
      })),
    );
  return {remove, isRunning};
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
      heading={`Remove all on this page: ${countNoun(articles.length, 'article')}`}
      confirmLabel="Remove them"
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

const overruledColumns = (
  isBusy: boolean,
  remove: (articles: readonly OverruledArticle[]) => Promise<void>,
): readonly Column<OverruledArticle>[] => [
  {
    heading: 'Article',
    listSlot: 'primary',
    renderCell: ({articleId, name}) => <ArticleName id={articleId} name={name} link={linkIdOf({articleId})} />,
  },
  {heading: 'Yours', renderCell: (article) => <s-text>{overruledWordsText(article, article.defined)}</s-text>},
  {heading: 'The supplier’s', renderCell: (article) => <s-text>{overruledWordsText(article, article.stated)}</s-text>},
  {
    heading: 'Settle',
    renderCell: (article) => (
      <s-button
        accessibilityLabel={`Remove yours: ${article.name || article.articleId}`}
        disabled={isBusy}
        onClick={() => void remove([article])}
      >
        Remove yours
      </s-button>
    ),
  },
];

const linkIdOf = ({articleId}: {readonly articleId: string}): string => `overruled-${articleId}`;

/** The words in `lists` of those options that are overruled. */
const overruledWordsText = (article: OverruledArticle, lists: OverruledArticle['stated']): string =>
  overruledOptionNames(article)
    .map((name) => joinWords(lists[name]))
    .join(' · ');

/** Which options of the article are overruled; only these are shown and removed. */
const overruledOptionNames = ({overruled}: OverruledArticle) => optionNames.filter((name) => overruled[name]);
