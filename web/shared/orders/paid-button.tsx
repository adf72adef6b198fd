import {useRef} from 'react';
import type {DropshipOrder} from '#contract/dropship-orders.ts';
import {doublePressMs, useLossSuffix} from './loss-warning.tsx';
import {undoPaid, useMarkPaid, usePaidError, usePaidPending} from './paying.ts';

type PaidButtonProps = {
  readonly order: DropshipOrder;
  readonly isPrimary?: boolean;
  readonly text?: string;
  /** Returns false if the press was probably not meant for this order. */
  readonly mayPress?: () => boolean;
  /** Called when the ten seconds to undo begin. */
  readonly onMarked?: () => void;
};

/**
 * The button that marks an order as paid at the supplier's checkout; the merchant can undo it for ten seconds. "Undo" is the same button,
 * so that the focus stays on it.
 */
export function PaidButton({order, isPrimary = false, text = 'I paid it', ...press}: PaidButtonProps) {
  const {mayPress = () => true, onMarked = () => {}} = press;
  const {id, orderName} = order;
  const pending = usePaidPending(id);
  const error = usePaidError(id);
  const despite = useLossSuffix(order);
  const sayPaid = useMarkPaid();
  const pressedAt = useRef(0);
  const onClick = () => {
    const isDoublePress = Date.now() - pressedAt.current < doublePressMs;
    pressedAt.current = Date.now();
    if (isDoublePress || !mayPress()) return;
    if (pending !== null) undoPaid(id);
    else if (sayPaid(order)) onMarked();
  };
  const label = text + despite;
  return (
    <s-stack direction="inline" gap="small-200" alignItems="center">
      <span role="status" style={{display: 'contents'}}>
        {pending !== null && <s-text accessibilityVisibility="exclusive">{orderName} will be marked as paid.</s-text>}
      </span>
      <s-button
        variant={pending !== null ? 'tertiary' : isPrimary ? 'primary' : 'auto'}
        loading={pending === 'acting'}
        accessibilityLabel={pending === null ? `${label}: ${orderName}` : `Undo: ${orderName} is not paid`}
        onClick={onClick}
      >
        {pending === null ? label : 'Undo'}
      </s-button>
      {error !== '' && pending === null && <s-text tone="critical">{error}</s-text>}
    </s-stack>
  );
}
