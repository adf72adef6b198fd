import type {SettingsDraft} from './settings-draft.ts';

type OrderFieldsProps = {
  readonly draft: SettingsDraft;
  readonly onChange: (part: Partial<SettingsDraft>) => void;
};

/** Whether orders leave by themselves. */
export function OrderFields({draft, onChange}: OrderFieldsProps) {
  return (
    <s-section heading="Sending orders">
      <s-switch
        label="Pause sending"
        name="sendingPaused"
        checked={draft.sendingPaused}
        details="New orders wait here and go out when you switch this off again."
        onChange={(event) => onChange({sendingPaused: event.currentTarget.checked})}
      />
      <s-switch
        label="Send test orders too"
        name="sendTestOrders"
        checked={draft.sendTestOrders}
        details="A test order makes a real dropship order at the supplier."
        onChange={(event) => onChange({sendTestOrders: event.currentTarget.checked})}
      />
    </s-section>
  );
}
