import type {FailedImages} from '#contract/approvals.ts';
import {api, sentenceOf} from '../../shared/api/api.ts';
import {useAction, useRemote} from '../../shared/api/remote.ts';
import {Loading, Stale} from '../../shared/page/loading.tsx';
import type {Decided} from '../../shared/runs/followed-run.tsx';
import {count} from '../../text/format.ts';
import {failedImagesQuestion} from './decision-questions.ts';

type ImagesSectionProps = {
  readonly number: number;
  readonly isRunning: boolean;
  readonly onDone: (decided: Decided) => void;
};

/** Images that Shopify could not take, the first of them by reason, and the button that tries them again. */
export function ImagesSection({number, isRunning, onDone}: ImagesSectionProps) {
  const remote = useRemote(failedImagesQuestion(isRunning));
  const retry = useAction(() => api.retryImages());
  const tryAgain = async () => {
    try {
      const {run} = await retry.run(undefined);
      onDone({
        text: run === null ? 'The next run tries the images again.' : 'The images are tried again.',
        runId: run?.id ?? null,
      });
    } catch (failed) {
      shopify.toast.show(sentenceOf(failed), {isError: true});
    }
  };
  return (
    <s-section heading="Images that failed">
      <s-paragraph color="subdued">
        {count(number)} could not be put into your store. The products are there without them.
      </s-paragraph>
      <s-stack direction="inline">
        <s-button loading={retry.isRunning} onClick={() => void tryAgain()}>
          Try them again
        </s-button>
      </s-stack>
      <Stale what="the images" remote={remote} />
      {remote.value === null ? (
        <Loading what="the images" remote={remote} height="120px" />
      ) : (
        <s-unordered-list>
          {byReason(remote.value).map(([reason, articleIds]) => (
            <s-list-item key={reason}>
              {reason} {articleIds.slice(0, shown).join(', ')}
              {articleIds.length > shown ? ' …' : ''}
            </s-list-item>
          ))}
        </s-unordered-list>
      )}
    </s-section>
  );
}

const shown = 5;

/** The ids of the articles, each once. */
function byReason({images}: FailedImages): readonly (readonly [string, readonly string[]])[] {
  const groups = Map.groupBy(images, ({reason}) => reason ?? 'Shopify gave no reason.');
  return [...groups].map(([reason, those]) => [reason, [...new Set(those.map(({articleId}) => articleId))]]);
}
