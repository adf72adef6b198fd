import type {FailedImages} from '#contract/approvals.ts';
import {api} from '../../shared/api/api.ts';
import {useAttempt, useRemote} from '../../shared/api/remote.ts';
import {Loading, StaleNotice} from '../../shared/page/loading.tsx';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {count, isolateRightToLeft, joinFirstNames} from '../../text/format.ts';
import {failedImagesQuery} from './decision-questions.ts';

type ImagesSectionProps = {
  readonly failedCount: number;
  readonly isRunning: boolean;
  readonly onDone: (decided: DecisionOutcome) => void;
};

/** How many images Shopify could not take, the reasons, and the button that retries them. */
export function ImagesSection({failedCount, isRunning, onDone}: ImagesSectionProps) {
  const remote = useRemote(failedImagesQuery(isRunning));
  const {attempt, isRunning: isBusy} = useAttempt(() => api.retryImages(), {
    onDone: ({run}) =>
      onDone({
        text: run === null ? 'The next update tries the images again.' : 'The images are tried again.',
        runId: run?.id ?? null,
      }),
    onRefused: (text) => onDone({text, runId: null}),
  });
  return (
    <s-section heading="Images that failed">
      <s-paragraph color="subdued">
        {count(failedCount)} could not be put into your store. The products are there without them.
      </s-paragraph>
      <s-stack direction="inline">
        <s-button loading={isBusy} onClick={() => void attempt(undefined)}>
          Try them again
        </s-button>
      </s-stack>
      <StaleNotice what="the images" remote={remote} />
      {remote.value === null ? (
        <Loading what="the images" remote={remote} height="120px" />
      ) : (
        <s-unordered-list>
          {groupByReason(remote.value).map(([reason, names]) => (
            <s-list-item key={reason}>
              {reason} {joinFirstNames(names.map(isolateRightToLeft), mostNamed)}
            </s-list-item>
          ))}
        </s-unordered-list>
      )}
    </s-section>
  );
}

const mostNamed = 5;

/** The articles of failed images by reason, each once: their names, or the numbers of those without one. */
function groupByReason({images}: FailedImages): readonly (readonly [string, readonly string[]])[] {
  const groups = Map.groupBy(images, ({reason}) => reason ?? 'Shopify gave no reason.');
  return [...groups].map(([reason, those]) => [
    reason,
    [...new Map(those.map(({articleId, name}) => [articleId, name || articleId])).values()],
  ]);
}
