import type {MappedSectionProps} from './look-fields.ts';
import {ShownField} from './tried-article.tsx';
import {WordMap} from './word-map.tsx';

/** Other names for the supplier's brands and categories. Without one, the store shows the supplier's own. */
export const NamesSection = ({fields: {draft, errors, onChange}, tried, choices}: MappedSectionProps) => (
  <>
    <s-section heading="Vendor">
      <WordMap
        name="template.vendors"
        word="brand"
        shown="Vendor"
        introduction="Press a brand to give it another name in your store."
        entries={draft.vendors}
        offered={choices?.brands ?? null}
        errors={errors}
        onChange={(vendors) => onChange({vendors})}
      />
      <ShownField tried={tried} field="vendor" />
    </s-section>
    <s-section heading="Product type">
      <WordMap
        name="template.types"
        word="category"
        shown="Product type"
        introduction="Press a category to give it another name in your store."
        entries={draft.types}
        offered={choices?.categories ?? null}
        errors={errors}
        onChange={(types) => onChange({types})}
      />
      <ShownField tried={tried} field="type" />
    </s-section>
  </>
);
