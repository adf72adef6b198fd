// What the buyer entered with an order and with one line of it, for the page of the order. It is never stored or logged.
import {z} from 'zod';
import type {LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {orderNoteName} from '#domain/orders/properties/entered.ts';
import type {LineProperty} from '#domain/orders/properties/line-properties.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';
import type {Admin} from '../client/admin.ts';
import type {Operation} from '../client/operation.ts';
import {CustomAttributes, OrderFields, SoldVariant} from './order-answers.ts';
import {enteredSelection} from './order-operations.ts';

const EnteredAnswer = z.object({
  order: OrderFields.pick({buyerNote: true, customAttributes: true}).nullable(),
  node: z.object({customAttributes: CustomAttributes, variant: SoldVariant.nullable()}).nullable(),
});

/** Reads what the buyer entered with the order and with one line, and the options of the line's variant. */
export const enteredProperties: Operation<{readonly id: OrderGid; readonly line: LineItemGid}, typeof EnteredAnswer> = {
  document: `query EnteredProperties($id: ID!, $line: ID!) {
    order(id: $id) { ${enteredSelection} }
    node(id: $line) { ... on LineItem {
      customAttributes { key value }
      variant { id selectedOptions { name value } }
    } }
  }`,
  cost: 6,
  answer: EnteredAnswer,
  isWrite: false,
};

/** What the buyer entered with an order (`entered`) and with one line (`properties`), and the options of the sold variant. */
type EnteredTexts = Pick<StoreOrder, 'entered'> & Pick<StoreOrderLine, 'properties' | 'options' | 'variantGid'>;

/** Reads these texts of one line. Null when Shopify does not know the order or the line. */
export async function fetchEnteredTexts(
  admin: Admin,
  shop: ShopDomain,
  id: OrderGid,
  line: LineItemGid,
): Promise<EnteredTexts | null> {
  const {order, node} = await admin.call(shop, enteredProperties, {id, line});
  if (order === null || node === null) return null;
  const {customAttributes: properties, variant} = node;
  const options = variant?.selectedOptions ?? [];
  return {entered: toEnteredProperties(order), properties, options, variantGid: variant?.id ?? null};
}

/** What the buyer entered with the order, as Shopify answers it. */
type OrderEntries = Partial<Pick<z.infer<typeof OrderFields>, 'buyerNote' | 'customAttributes'>>;

/** The properties of the order and its note as one list. */
export const toEnteredProperties = ({
  buyerNote = null,
  customAttributes = [],
}: OrderEntries): readonly LineProperty[] =>
  buyerNote === null ? customAttributes : [...customAttributes, {key: orderNoteName, value: buyerNote}];
