import type {DropshipOrder} from '#contract/dropship-orders.ts';

type DeliveryProps = {readonly order: Pick<DropshipOrder, 'id' | 'transit' | 'duty'>};

/** How long the delivery takes and which duties are due on it, to be known before paying. */
export const DeliveryNotes = ({order: {transit, duty}}: DeliveryProps) => (
  <>
    {transit !== null && <s-text color="subdued">{transit}</s-text>}
    {duty !== null && <s-text color="subdued">{duty}</s-text>}
  </>
);

/** An icon that says that duty is due, for a row of the list. */
export function DutyIcon({order: {id, duty}}: DeliveryProps) {
  if (duty === null) return null;
  const words = 'Duty on delivery';
  const tooltip = `duty-${id}`;
  return (
    <>
      <s-icon type="receipt" size="small" color="subdued" interestFor={tooltip} />
      <s-text accessibilityVisibility="exclusive">{words}</s-text>
      <s-tooltip id={tooltip}>{words}</s-tooltip>
    </>
  );
}
