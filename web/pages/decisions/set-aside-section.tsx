import type {Quarantine} from '#contract/approvals.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {ArticleName} from '../../shared/list/article-name.tsx';
import {type Column, IndexTable} from '../../shared/list/index-table.tsx';
import {usePaging} from '../../shared/list/paging.ts';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {dateAndTime} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import {quarantineQuery} from './decision-questions.ts';
import {decisionsApi} from './decisions-api.ts';

type SetAsideSectionProps = {readonly isRunning: boolean; readonly onDone: (decided: DecisionOutcome) => void};

/** The quarantined articles ("set aside" on the pages), each with its reason; they are retried one by one, or all of a page. */
export function SetAsideSection({isRunning, onDone}: SetAsideSectionProps) {
  const paging = usePaging('quarantine');
  const remote = useRemote(quarantineQuery(paging.cursor, isRunning));
  const {attempt: tryAgain, isRunning: isBusy} = useAttempt(decisionsApi.retryArticles, {
    onDone: ({run}, ids) => {
      const text =
        run === null
          ? 'The next update tries again.'
          : `${countNoun(ids.length, 'article is', 'articles are')} tried again.`;
      onDone({text, runId: run?.id ?? null});
    },
    onRefused: (text) => onDone({text, runId: null}),
  });
  const page = remote.value;
  return (
    <s-section heading="Could not be used">
      <s-paragraph color="subdued">
        An update could not read these articles, or could not make or change their products. Later updates try again. A
        product that failed three times with the same data waits until the data change or you try it again.
      </s-paragraph>
      <StaleNotice what="these articles" remote={remote} />
      {page === null ? (
        <Loading what="these articles" remote={remote} height="160px" />
      ) : (
        <>
          <s-stack direction="inline">
            <s-button
              disabled={page.entries.length === 0}
              loading={isBusy}
              onClick={() => void tryAgain(page.entries.map(({articleId}) => articleId))}
            >
              Try all on this page again
            </s-button>
          </s-stack>
          <IndexTable
            rows={page.entries}
            columns={setAsideColumns(isBusy, tryAgain)}
            keyOf={({articleId}) => articleId}
            linkIdOf={linkIdOf}
            isLoading={!remote.isCurrent}
            {...paging.toPagingProps(page.nextCursor)}
          />
        </>
      )}
    </s-section>
  );
}

const setAsideColumns = (
  isBusy: boolean,
  tryAgain: (ids: readonly string[]) => Promise<void>,
): readonly Column<Quarantine['entries'][number]>[] => [
  {
    heading: 'Article',
    listSlot: 'primary',
    renderCell: ({articleId, name}) => <ArticleName id={articleId} name={name} link={linkIdOf({articleId})} />,
  },
  {heading: 'Reason', listSlot: 'secondary', renderCell: ({reason}) => reason},
  {
    heading: 'Since',
    renderCell: ({since, resting}) => `${dateAndTime(since)}${resting ? ', not tried any more' : ''}`,
  },
  {
    heading: 'Again',
    renderCell: ({articleId, name}) => (
      <s-button
        accessibilityLabel={`Try again: ${name || articleId}`}
        disabled={isBusy}
        onClick={() => void tryAgain([articleId])}
      >
        Try again
      </s-button>
    ),
  },
];

const linkIdOf = ({articleId}: {readonly articleId: string}): string => `set-aside-${articleId}`;
