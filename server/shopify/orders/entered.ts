// What the buyer entered with an order and with one line of it, for the page of the order. It is never stored or logged.
import {z} from 'zod';
import type {LineItemGid, OrderGid, ShopDomain} from '#domain/ids.ts';
import {noteName} from '#domain/orders/properties/entered.ts';
import type {LineProperty} from '#domain/orders/properties/line-properties.ts';
import type {StoreOrder, StoreOrderLine} from '#domain/orders/store-order.ts';
import type {Admin} from '../client/admin.ts';
import type {Operation} from '../client/operation.ts';
import {OrderFacts, Properties, SoldVariant} from './order-answers.ts';
import {entered} from './order-operations.ts';

const Answer = z.object({
  order: OrderFacts.pick({buyerNote: true, customAttributes: true}).nullable(),
  node: z.object({customAttributes: Properties, variant: SoldVariant.nullable()}).nullable(),
});

export const enteredProperties: Operation<{readonly id: OrderGid; readonly line: LineItemGid}, typeof Answer> = {
  document: `query EnteredProperties($id: ID!, $line: ID!) {
    order(id: $id) { ${entered} }
    node(id: $line) { ... on LineItem {
      customAttributes { key value }
      variant { id selectedOptions { name value } }
    } }
  }`,
  cost: 6,
  answer: Answer,
  write: false,
};

type Entered = Pick<StoreOrder, 'entered'> & Pick<StoreOrderLine, 'properties' | 'options' | 'variantGid'>;

/** Null when Shopify does not know the order or the line. */
export async function fetchEntered(
  admin: Admin,
  shop: ShopDomain,
  id: OrderGid,
  line: LineItemGid,
): Promise<Entered | null> {
  const {order, node} = await admin.call(shop, enteredProperties, {id, line});
  if (order === null || node === null) return null;
  const {customAttributes: properties, variant} = node;
  const options = variant?.selectedOptions ?? [];
  return {entered: toEntered(order), properties, options, variantGid: variant?.id ?? null};
}

type OfOrder = Partial<Pick<z.infer<typeof OrderFacts>, 'buyerNote' | 'customAttributes'>>;

/** The properties of the order and its note as one list. */
export const toEntered = ({buyerNote = null, customAttributes = []}: OfOrder): readonly LineProperty[] =>
  buyerNote === null ? customAttributes : [...customAttributes, {key: noteName, value: buyerNote}];
