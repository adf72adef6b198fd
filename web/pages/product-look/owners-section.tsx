import {type OwnableField, ownableFields, productFields} from '#domain/catalogue/product-fields.ts';
import {ownerWords} from './look-draft.ts';
import type {LookFields} from './look-fields.ts';

/** Who writes each field of all products once they are made. */
export const OwnersSection = ({fields: {draft, onChange}}: {readonly fields: LookFields}) => (
  <s-section heading="Who writes which field">
    <s-paragraph color="subdued">
      Piecewise writes a new product whole. What you edit in Shopify is yours at once, whatever you choose here.
    </s-paragraph>
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr, 1fr" gap="base">
      {ownableFields.map((field) => (
        <s-select
          key={field}
          label={`Who writes the ${productFields[field].label.toLowerCase()}`}
          name={`owned.${field}`}
          value={draft.owned[field]}
          {...riskOf(field)}
          onChange={(event) => {
            const owner = event.currentTarget.value === 'sync' ? 'sync' : 'merchant';
            onChange({owned: {...draft.owned, [field]: owner}});
          }}
        >
          <s-option value="sync">{ownerWords.sync}</s-option>
          <s-option value="merchant">{ownerWords.merchant}</s-option>
        </s-select>
      ))}
    </s-grid>
  </s-section>
);

/** What is to be known before a field becomes the merchant's. */
const riskOf = (field: OwnableField) =>
  field === 'price'
    ? {details: 'Yours: it does not rise when the supplier’s price does.'}
    : field === 'variants'
      ? {details: 'Yours: a size that is gone stays on sale until you take it off.'}
      : {};
