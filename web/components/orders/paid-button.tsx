import {useRef, useState} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {api, sentenceOf} from '../../api.ts';
import {useAction} from '../../remote.ts';
import {doUnlessUndone, undo, useIsWaiting} from '../../undo.ts';

const keyOf = (orderId: string) => `paid ${orderId}`;

/** Whether the order will be marked as paid unless the merchant undoes it. */
export const useWillBePaid = (orderId: string): boolean => useIsWaiting(keyOf(orderId));

/** The second press of a double click or a double Enter does not undo the first. */
const doublePressMs = 600;

type PaidButtonProps = {readonly order: DropshipOrder; readonly isPrimary?: boolean};

/**
 * Marks an order as paid at the supplier's checkout; the merchant can undo it for ten seconds. It stays one button, so that the
 * focus stays on it.
 */
export function PaidButton({order: {id, orderName}, isPrimary = false}: PaidButtonProps) {
  const isWaiting = useWillBePaid(id);
  const [error, setError] = useState('');
  const pressedAt = useRef(0);
  const markPaid = useAction(() => api.actOnOrder(id, 'paid'));
  const mark = async () => {
    try {
      await markPaid.run(undefined);
      shopify.toast.show(`${orderName} is marked as paid`);
    } catch (failed) {
      setError(sentenceOf(failed));
      // The merchant may be on another page by now.
      shopify.toast.show(`${orderName} is not marked as paid: ${sentenceOf(failed)}`, {isError: true});
    }
  };
  const start = () => {
    setError('');
    doUnlessUndone(keyOf(id), {
      text: `${orderName} will be marked as paid`,
      act: () => void mark(),
      actAtClose: api.prepareToActAtClose(id, 'paid'),
    });
  };
  const press = () => {
    const isDoublePress = Date.now() - pressedAt.current < doublePressMs;
    pressedAt.current = Date.now();
    if (isDoublePress) return;
    if (isWaiting) undo(keyOf(id));
    else start();
  };
  return (
    <s-stack direction="inline" gap="small-200">
      <span role="status" style={{display: 'contents'}}>
        {(isWaiting || markPaid.isRunning) && <s-text>Will be marked as paid.</s-text>}
      </span>
      <s-button
        variant={isWaiting ? 'tertiary' : isPrimary ? 'primary' : 'auto'}
        loading={markPaid.isRunning}
        accessibilityLabel={isWaiting ? `Undo: ${orderName} is not paid` : `I paid it: ${orderName}`}
        onClick={press}
      >
        {isWaiting ? 'Undo' : 'I paid it'}
      </s-button>
      {error !== '' && <s-text tone="critical">{error}</s-text>}
    </s-stack>
  );
}
