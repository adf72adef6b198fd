import {DecimalField} from '../../shared/form/decimal-field.tsx';
import type {MappedSectionProps} from './look-fields.ts';
import {ShownField} from './tried-article.tsx';
import {WordMap} from './word-map.tsx';

/** The weight and the country of origin, which only new variants get. */
export const GoodsSection = ({fields: {draft, errors, onChange}, tried, choices}: MappedSectionProps) => (
  <s-section heading="Weight and origin">
    <WordMap
      name="template.weights"
      word="category"
      shown="Weight"
      introduction="Only variants that are made from now on get them. Press a category to set its weight."
      unit="g"
      entries={draft.weights}
      offered={choices?.categories ?? null}
      errors={errors}
      onChange={(weights) => onChange({weights})}
    />
    <DecimalField
      label="Weight of all other categories"
      name="template.defaultWeight"
      unit="g"
      value={draft.defaultWeight}
      details="Of one piece. Empty: none."
      error={errors['template.defaultWeight']}
      onChange={(defaultWeight) => onChange({defaultWeight})}
    />
    <ShownField tried={tried} field="weightGrams" />
    <s-switch
      label="Write the country of origin"
      name="template.origin"
      checked={draft.origin}
      details="For customs, where the supplier’s text names one country."
      onChange={(event) => onChange({origin: event.currentTarget.checked})}
    />
    <ShownField tried={tried} field="origin" />
  </s-section>
);
