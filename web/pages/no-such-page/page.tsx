/** Shown for an address without a page, such as an old bookmark or a mistyped link. */
export function Page() {
  return (
    <s-page heading="There is no such page">
      <s-section accessibilityLabel="There is no such page">
        <s-paragraph>This address leads nowhere in Piecewise. Nothing is wrong with your store.</s-paragraph>
        <s-stack direction="inline" gap="small-200">
          <s-button href="/">Go to Home</s-button>
          <s-button href="/settings/help">Open the help</s-button>
        </s-stack>
      </s-section>
    </s-page>
  );
}
