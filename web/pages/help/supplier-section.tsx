import type {Diagnostics} from '#contract/help/diagnostics.ts';

/** Where the supplier is reached, as far as the operator of the app has set it. Nothing else is known of it. */
export function SupplierSection({diagnostics}: {readonly diagnostics: Diagnostics | null}) {
  const contact = diagnostics?.supplierContact ?? null;
  return (
    <s-section heading="The supplier">
      <s-paragraph>
        For keys, payments, parcels and what cannot be delivered, write to the supplier from the address on your account
        there, and name the reference that stands on the page of the order.
      </s-paragraph>
      <s-box minBlockSize="44px">
        {contact === null ? (
          diagnostics !== null && (
            <s-text color="subdued">Piecewise knows no address of the supplier: use the one that you have.</s-text>
          )
        ) : (
          <s-stack direction="inline">
            <s-button href={`mailto:${contact}`}>{contact}</s-button>
          </s-stack>
        )}
      </s-box>
    </s-section>
  );
}
