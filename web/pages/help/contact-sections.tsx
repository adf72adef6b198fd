import type {Diagnostics} from '#contract/help/diagnostics.ts';

type ContactsProps = {readonly diagnostics: Diagnostics | null};

/** Where the supplier is reached, as far as the operator of the app has set it. Nothing else is known of it. */
export const SupplierSection = ({diagnostics}: ContactsProps) => (
  <s-section heading="The supplier">
    <s-paragraph>
      For keys, payments, parcels and what cannot be delivered, write to the supplier from the address on your account
      there, and name the reference that stands on the page of the order.
    </s-paragraph>
    <Contact
      address={diagnostics?.supplierContact}
      none="Piecewise knows no address of the supplier: use the one that you have."
    />
  </s-section>
);

/** Where whoever operates the app is reached. */
export const SupportSection = ({diagnostics}: ContactsProps) => (
  <s-section heading="Support for Piecewise">
    <s-paragraph>
      Where Piecewise does not do what you expect, write to its operator, and send the report below with your question.
    </s-paragraph>
    <Contact address={diagnostics?.operatorContact} none="The operator has set no address here." />
  </s-section>
);

type ContactProps = {
  /** Null: there is none; undefined: not loaded yet. */
  readonly address: string | null | undefined;
  readonly none: string;
};

const Contact = ({address, none}: ContactProps) => (
  <s-box minBlockSize="44px">
    {typeof address === 'string' ? (
      <s-stack direction="inline">
        <s-button href={`mailto:${address}`}>{address}</s-button>
      </s-stack>
    ) : (
      address === null && <s-text color="subdued">{none}</s-text>
    )}
  </s-box>
);
