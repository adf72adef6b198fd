/** The kind of page in the Shopify admin from which the link was opened. */
type OpenedKind = 'order' | 'product';

const headings = {order: 'Order', product: 'Product'} as const;

const nothingFoundTexts: Readonly<Record<OpenedKind, string>> = {
  order:
    'Piecewise has no dropship order for this order. An order of the last minutes may still be on its way; otherwise none of its lines is an article of the supplier.',
  product: 'This product was not made by Piecewise, so it has no article of the supplier.',
};

/**
 * The number of the order or product that the address names; null if it names none. Shopify adds `id`, a plain number on these two pages;
 * other pages of the admin send the whole id, so both are read.
 */
export function readAdminNumber(query: URLSearchParams, type: 'Order' | 'Product'): string | null {
  const id = query.get('id') ?? '';
  const whole = `gid://shopify/${type}/`;
  return /^\d{1,20}$/.exec(id.startsWith(whole) ? id.slice(whole.length) : id)?.[0] ?? null;
}

/** The page that says that Piecewise has nothing for this order or product. `number` is null where the address names none. */
export const NothingForLink = ({what, number}: {readonly what: OpenedKind; readonly number: string | null}) => (
  <s-page heading={headings[what]}>
    <s-section accessibilityLabel={headings[what]}>
      <s-paragraph>
        {number === null ? `The link does not say which ${what} it was opened on.` : nothingFoundTexts[what]}
      </s-paragraph>
      <s-stack direction="inline" gap="small-200">
        {number !== null && (
          <s-button href={`shopify://admin/${what}s/${number}`} target="_top">
            {`Open the ${what} in Shopify`}
          </s-button>
        )}
        <s-button href="/orders">Go to Orders</s-button>
      </s-stack>
    </s-section>
  </s-page>
);
