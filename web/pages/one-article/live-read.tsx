import {useEffect, useEffectEvent, useRef} from 'react';
import {useAttempt} from '../../shared/api/remote.ts';
import {Notice} from '../../shared/page/notice.tsx';
import {articleApi} from './article-api.ts';

/** Shown for an article whose details no run has read: makes the server read price, colours and sizes from the supplier at once. */
export function LiveRead({id}: {id: string}) {
  const isAsked = useRef(false);
  const {attempt, isRunning, failure} = useAttempt(articleApi.read);
  const readOnce = useEffectEvent(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void attempt(id);
  });
  useEffect(() => readOnce(), []);
  return (
    <s-section heading="Price, colours and sizes">
      {failure === null ? (
        <s-stack direction="inline" gap="small-200">
          <s-spinner accessibilityLabel="Reading at the supplier" />
          <s-text>No update has read them, so the supplier is asked now.</s-text>
        </s-stack>
      ) : (
        <Notice
          tone="warning"
          heading="Price, colours and sizes could not be read"
          button={
            <s-button loading={isRunning} onClick={() => void attempt(id)}>
              Ask again
            </s-button>
          }
        >
          {failure}
        </Notice>
      )}
    </s-section>
  );
}
