/** What a link of the Shopify admin was opened on. */
type Opened = 'order' | 'product';

const headings = {order: 'Order', product: 'Product'} as const;

const unknown: Readonly<Record<Opened, string>> = {
  order:
    'Piecewise has no dropship order for this order. An order of the last minutes may still be on its way; otherwise none of its lines is an article of the supplier.',
  product: 'This product was not made by Piecewise, so it has no article of the supplier.',
};

/**
 * The number of the order or product in the address. Shopify adds `id`, a plain number on these two pages; other pages of the admin
 * send the whole id, so both are read. Null if neither is there.
 */
export function numberIn(query: URLSearchParams, type: 'Order' | 'Product'): string | null {
  const id = query.get('id') ?? '';
  const whole = `gid://shopify/${type}/`;
  return /^\d{1,20}$/.exec(id.startsWith(whole) ? id.slice(whole.length) : id)?.[0] ?? null;
}

/** Says that Piecewise has nothing for this order or product. `number` is null where the address names none. */
export const FromShopify = ({what, number}: {readonly what: Opened; readonly number: string | null}) => (
  <s-page heading={headings[what]}>
    <s-section accessibilityLabel={headings[what]}>
      <s-paragraph>
        {number === null ? `The link does not say which ${what} it was opened on.` : unknown[what]}
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
