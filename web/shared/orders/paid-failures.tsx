import {Notice} from '../page/notice.tsx';
import {SharedMap, useSharedEntries} from './shared-map.ts';

/** An order that could not be marked as paid, and why. */
export type PaidFailure = {readonly orderName: string; readonly sentence: string};

/** The failures of the last attempts to mark orders as paid, by order id. The merchant may be on another page by then. */
export const paidFailures = new SharedMap<PaidFailure>();

/** The card is as wide as the cards of an `s-page`, which it stands above. */
const pageWidth = '950px';

/** Stays on every page until the merchant closes it or tries the order again: a payment that is not noted may be made twice. */
export function PaidFailures() {
  const failures = useSharedEntries(paidFailures);
  if (failures.length === 0) return null;
  const close = () => {
    for (const [orderId] of failures) paidFailures.delete(orderId);
  };
  return (
    <div style={{maxWidth: pageWidth, marginInline: 'auto', padding: '16px 16px 0', boxSizing: 'border-box'}}>
      <s-section accessibilityLabel="Orders that are not marked as paid">
        <s-stack gap="small">
          {failures.map(([orderId, {orderName, sentence}]) => (
            <Notice
              key={orderId}
              tone="critical"
              heading={`${orderName} is not marked as paid`}
              button={<s-button href={`/orders/${orderId}`}>Open {orderName}</s-button>}
            >
              {sentence}
            </Notice>
          ))}
          <s-stack direction="inline">
            <s-button variant="tertiary" onClick={close}>
              Close
            </s-button>
          </s-stack>
        </s-stack>
      </s-section>
    </div>
  );
}
