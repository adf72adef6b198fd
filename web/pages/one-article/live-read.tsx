import {useEffect, useEffectEvent, useRef, useState} from 'react';
import {sentenceOf} from '../../shared/api/api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {Notice} from '../../shared/page/notice.tsx';
import {articleApi} from './article-api.ts';

/** Asks the supplier for price, colours and sizes as soon as it is shown, for an article whose details no run has read. */
export function LiveRead({id}: {id: string}) {
  const [error, setError] = useState<string | null>(null);
  const isAsked = useRef(false);
  const action = useAction(articleApi.read);
  const read = async () => {
    setError(null);
    try {
      await action.run(id);
    } catch (failed) {
      setError(sentenceOf(failed));
    }
  };
  const readOnce = useEffectEvent(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void read();
  });
  useEffect(() => readOnce(), []);
  return (
    <s-section heading="Price, colours and sizes">
      {error === null ? (
        <s-stack direction="inline" gap="small-200">
          <s-spinner accessibilityLabel="Reading at the supplier" />
          <s-text>No run has read them, so the supplier is asked now.</s-text>
        </s-stack>
      ) : (
        <Notice
          tone="warning"
          heading="The supplier did not say price, colours and sizes"
          button={
            <s-button loading={action.isRunning} onClick={() => void read()}>
              Ask again
            </s-button>
          }
        >
          {error}
        </Notice>
      )}
    </s-section>
  );
}
