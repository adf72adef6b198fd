// Everything that may say which colour and size the buyer chose, besides the article's own variant.
import type {LineProperty} from '#domain/orders/properties/line-properties.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';

/** The note that the buyer wrote in the cart, as a property of this name. */
export const noteName = 'Order note';

/**
 * The properties of the line and of the order, and the order's note. Also the options of the variant where it has more of them than words that
 * we gave it: the merchant added one in the store, such as "Size", or made the variant there.
 */
export function enteredWith(
  {entered = []}: Pick<StoreOrder, 'entered'>,
  {properties, options = []}: Pick<StoreOrderLine, 'properties' | 'options'>,
  article: KnownOptions | null,
): readonly LineProperty[] {
  const chosen = options.filter(({value}) => value !== noOption);
  const known = [article?.colour ?? null, article?.size ?? null].filter((word) => word !== null);
  const isMore = article?.isByHand === true || chosen.length > known.length;
  return [...properties, ...(isMore ? chosen : []), ...entered];
}

type KnownOptions = {readonly colour: string | null; readonly size: string | null; readonly isByHand?: true};

/** Shopify's value of the only option of a product without options. */
const noOption = 'Default Title';
