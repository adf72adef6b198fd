import {useEffect, useRef, useState} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {api, sentenceOf} from '../api.ts';
import {useAction} from '../remote.ts';
import {doUnlessUndone, undo, useIsWaiting} from '../undo.ts';

/** Marks an order as paid at the supplier's checkout; the merchant can undo it for ten seconds. */
export function PaidButton({order: {id, orderName}}: {order: DropshipOrder}) {
  const key = `paid ${id}`;
  const isWaiting = useIsWaiting(key);
  const [error, setError] = useState('');
  const back = useRef<HTMLElementTagNameMap['s-button']>(null);
  const markPaid = useAction(() => api.actOnOrder(id, 'paid'));
  const mark = async () => {
    try {
      await markPaid.run(undefined);
    } catch (failed) {
      setError(sentenceOf(failed));
      // The merchant may be on another page by now.
      shopify.toast.show(`${orderName} is not marked as paid: ${sentenceOf(failed)}`, {isError: true});
    }
  };
  useEffect(() => {
    if (isWaiting) back.current?.focus();
  }, [isWaiting]);
  const click = () => {
    setError('');
    doUnlessUndone(key, () => void mark());
  };
  if (isWaiting) {
    return (
      <s-stack direction="inline" gap="small-200">
        <s-text>Marked as paid.</s-text>
        <s-button
          ref={back}
          variant="tertiary"
          accessibilityLabel={`Undo: ${orderName} is not paid`}
          onClick={() => undo(key)}
        >
          Undo
        </s-button>
      </s-stack>
    );
  }
  return (
    <>
      <s-button loading={markPaid.isRunning} accessibilityLabel={`I paid it: ${orderName}`} onClick={click}>
        I paid it
      </s-button>
      {error !== '' && <s-text tone="critical">{error}</s-text>}
    </>
  );
}
