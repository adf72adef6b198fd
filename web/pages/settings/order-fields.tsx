import type {FieldErrors} from '../../shared/form/field-errors.ts';
import type {SettingsDraft} from './settings-draft.ts';
import {labels} from './settings-fields.ts';

type OrderFieldsProps = {
  readonly draft: SettingsDraft;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<SettingsDraft>) => void;
};

/** Whether and when orders are sent, and the colour to order if the supplier states none. */
export function OrderFields({draft, errors, onChange}: OrderFieldsProps) {
  return (
    <s-section heading="Sending orders">
      <s-switch
        label={labels.sendingPaused}
        name="sendingPaused"
        checked={draft.sendingPaused}
        details="New orders wait here and go out when you switch this off again."
        onChange={(event) => onChange({sendingPaused: event.currentTarget.checked})}
      />
      <s-switch
        label={labels.sendTestOrders}
        name="sendTestOrders"
        checked={draft.sendTestOrders}
        details="A test order makes a real dropship order at the supplier."
        onChange={(event) => onChange({sendTestOrders: event.currentTarget.checked})}
      />
      <s-text-field
        label={labels.delayMinutes}
        name="delayMinutes"
        data-field="delayMinutes"
        maxLength={6}
        value={draft.delayMinutes}
        details="The buyer can still change the order in this time, and you can stop it. 0: it is sent at once."
        error={errors.delayMinutes ?? ''}
        onInput={(event) => onChange({delayMinutes: event.currentTarget.value})}
      />
      <s-switch
        label={labels.waitForFraudAnalysis}
        name="waitForFraudAnalysis"
        checked={draft.waitForFraudAnalysis ?? true}
        details="An order that Shopify has not analysed yet waits for it, half an hour at most. Some orders are never analysed."
        onChange={(event) => onChange({waitForFraudAnalysis: event.currentTarget.checked})}
      />
      <s-text-field
        label={labels.standingColour}
        name="standingColour"
        data-field="standingColour"
        maxLength={100}
        value={draft.standingColour ?? ''}
        details="For example: as pictured. Leave it empty to be asked for each order."
        error={errors.standingColour ?? ''}
        onInput={(event) => onChange({standingColour: event.currentTarget.value})}
      />
    </s-section>
  );
}
