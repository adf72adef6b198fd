import type {FieldErrors} from '../../shared/form/field-errors.ts';
import {Introduction} from '../../shared/page/introduction.tsx';
import type {SettingsDraft} from './settings-draft.ts';
import {labels} from './settings-fields.ts';

type PublishingFieldsProps = {
  readonly draft: SettingsDraft;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<SettingsDraft>) => void;
};

/** The status of new products, and the start of the nightly run. */
export const PublishingFields = ({draft, errors, onChange}: PublishingFieldsProps) => (
  <s-section heading="Publishing">
    <Introduction of="publishing" />
    <s-choice-list
      label={labels.newProducts}
      name="newProducts"
      values={[draft.newProducts]}
      onChange={(event) => onChange({newProducts: event.currentTarget.values[0] === 'active' ? 'active' : 'draft'})}
    >
      <s-choice value="draft">Drafts, which you publish yourself</s-choice>
      <s-choice value="active">Active products, on sale at once</s-choice>
    </s-choice-list>
    <s-text-field
      label={labels.nightlyAt}
      name="nightlyAt"
      data-field="nightlyAt"
      placeholder="04:00"
      value={draft.nightlyAt}
      details="Your store’s local time, 03:30 or later."
      error={errors.nightlyAt ?? ''}
      onInput={(event) => onChange({nightlyAt: event.currentTarget.value})}
    />
  </s-section>
);
