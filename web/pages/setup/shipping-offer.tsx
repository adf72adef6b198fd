/** Says in set-up, where the prices are decided, who pays for shipping, and where that can be changed. */
export const ShippingOffer = () => (
  <s-section heading="Who pays for shipping">
    <s-stack gap="small-200">
      <s-paragraph color="subdued">
        The supplier charges you its fee for each article, whatever shoppers pay you for shipping. The shipping profile
        under Pricing can have them pay the supplier’s fee, and keeps out countries where it does not deliver.
      </s-paragraph>
      <s-stack direction="inline">
        <s-button href="/pricing">See the shipping profile</s-button>
      </s-stack>
    </s-stack>
  </s-section>
);
