// Collects what the buyer entered with an order, which may say the colour and size if the variant does not.
import type {LineProperty} from '#domain/orders/properties/line-properties.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';

/** The name under which the buyer's note in the cart is listed as a property. */
export const orderNoteName = 'Order note';

/**
 * The properties of the line and of the order, and the order's note. Also the variant's options if it has more than the app gave it,
 * because the merchant then added an option such as "Size", or made the variant.
 */
export function collectEnteredProperties(
  {entered = []}: Pick<StoreOrder, 'entered'>,
  {properties, options = []}: Pick<StoreOrderLine, 'properties' | 'options'>,
  article: KnownOptions | null,
): readonly LineProperty[] {
  const chosen = options.filter(({value}) => value !== noOptionValue);
  const known = [article?.colour ?? null, article?.size ?? null].filter((word) => word !== null);
  const isMore = article?.isByHand === true || chosen.length > known.length;
  return [...properties, ...(isMore ? chosen : []), ...entered];
}

type KnownOptions = {readonly colour: string | null; readonly size: string | null; readonly isByHand?: true};

/** The option value that Shopify gives to a product without options. */
const noOptionValue = 'Default Title';
