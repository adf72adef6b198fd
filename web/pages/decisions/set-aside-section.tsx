import {sentenceOf} from '../../shared/api/api.ts';
import {useAction, useRemote} from '../../shared/api/remote.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {IndexTable} from '../../shared/list/index-table.tsx';
import {usePaging} from '../../shared/list/paging.ts';
import {Loading, Stale} from '../../shared/page/loading.tsx';
import type {Decided} from '../../shared/runs/followed-run.tsx';
import {dateAndTime} from '../../text/format.ts';
import {counted} from '../../text/words.ts';
import {quarantineQuestion} from './decision-questions.ts';
import {decisionsApi} from './decisions-api.ts';

type SetAsideSectionProps = {readonly isRunning: boolean; readonly onDone: (decided: Decided) => void};

/** Articles that a run set aside, each with its reason: tried again one by one, or all of a page. */
export function SetAsideSection({isRunning, onDone}: SetAsideSectionProps) {
  const paging = usePaging('quarantine');
  const remote = useRemote(quarantineQuestion(paging.cursor, isRunning));
  const retry = useAction(decisionsApi.retryArticles);
  const tryAgain = async (ids: readonly string[]) => {
    try {
      const {run} = await retry.run(ids);
      const text =
        run === null
          ? 'The next run tries again.'
          : `${counted(ids.length, 'article is', 'articles are')} tried again.`;
      onDone({text, runId: run?.id ?? null});
    } catch (failed) {
      shopify.toast.show(sentenceOf(failed), {isError: true});
    }
  };
  const page = remote.value;
  return (
    <s-section heading="Set aside">
      <s-paragraph color="subdued">
        A run could not read these articles, or could not make or change their products. Later runs try again. A product
        that failed three times with the same data waits until the data change or you try it again.
      </s-paragraph>
      <Stale what="these articles" remote={remote} />
      {page === null ? (
        <Loading what="these articles" remote={remote} height="160px" />
      ) : (
        <>
          <s-stack direction="inline">
            <s-button
              disabled={page.entries.length === 0}
              loading={retry.isRunning}
              onClick={() => void tryAgain(page.entries.map(({articleId}) => articleId))}
            >
              Try all on this page again
            </s-button>
          </s-stack>
          <IndexTable
            rows={page.entries}
            columns={[
              {
                heading: 'Article',
                listSlot: 'primary',
                cell: ({articleId, name}) => <ArticleName id={articleId} name={name} link={linkOf({articleId})} />,
              },
              {heading: 'Reason', listSlot: 'secondary', cell: ({reason}) => reason},
              {
                heading: 'Since',
                cell: ({since, resting}) => `${dateAndTime(since)}${resting ? ', not tried any more' : ''}`,
              },
              {
                heading: 'Again',
                cell: ({articleId, name}) => (
                  <s-button
                    accessibilityLabel={`Try again: ${name || articleId}`}
                    disabled={retry.isRunning}
                    onClick={() => void tryAgain([articleId])}
                  >
                    Try again
                  </s-button>
                ),
              },
            ]}
            keyOf={({articleId}) => articleId}
            linkOf={linkOf}
            isLoading={!remote.isCurrent}
            {...paging.toPages(page.nextCursor)}
          />
        </>
      )}
    </s-section>
  );
}

const linkOf = ({articleId}: {readonly articleId: string}): string => `set-aside-${articleId}`;
