// A store order as read again from Shopify, in memory. The buyer's name, e-mail and address are not stored; country and province are.
import type {ArticleId, LineItemGid, OrderGid, ProductGid, VariantGid} from '#domain/ids.ts';
import type {LineProperty} from '#domain/orders/properties/line-properties.ts';

/** https://shopify.dev/docs/api/admin-graphql/2026-10/enums/OrderDisplayFinancialStatus; null if Shopify states none. */
export type FinancialStatus =
  | 'AUTHORIZED'
  | 'EXPIRED'
  | 'PAID'
  | 'PARTIALLY_PAID'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'VOIDED';

export type StoreOrder = {
  readonly gid: OrderGid;
  readonly name: string;
  readonly createdAt: Date;
  /** What the store calls the order's date: earlier than `createdAt` where the order was imported from another system. */
  readonly processedAt: Date;
  readonly updatedAt: Date;
  readonly cancelledAt: Date | null;
  readonly test: boolean;
  readonly financialStatus: FinancialStatus | null;
  /** `pending`: Shopify's own fraud analysis is not there yet. */
  readonly risk: {readonly pending: boolean; readonly recommendation: 'ACCEPT' | 'CANCEL' | 'INVESTIGATE' | 'NONE'};
  /** Null if Shopify has none or withholds it (protected customer data). */
  readonly customer: {readonly name: string | null; readonly email: string | null};
  /** Null for orders without a shipping address: pickup, digital. `country` is the ISO 3166-1 alpha-2 code. */
  readonly destination: {
    readonly country: string | null;
    readonly province: string | null;
    /** In memory only; null or left out if Shopify shows none. */
    readonly postcode?: string | null;
    /** Company, street, postcode and town as one text to compare, not to show; null or left out if Shopify shows none. */
    readonly address?: string | null;
  } | null;
  /** Shopify does not show the app where the order goes: `destination` says nothing then. */
  readonly destinationWithheld: boolean;
  /** Our own note on the order (`$app:dropship`) as JSON; left out if it was not requested. */
  readonly note?: string | null;
  readonly lines: readonly StoreOrderLine[];
  /** What the buyer entered with the whole order: its properties and its note. In memory only. Empty or left out: nothing, or it was not requested. */
  readonly entered?: readonly LineProperty[];
  /** Those the app may see. Null: left out, since nothing about them is unusual. */
  readonly fulfilmentOrders: readonly StoreFulfilmentOrder[] | null;
  /** Fulfilments that ship nothing: cancelled, or refused by a fulfilment service. Their pieces are to be fulfilled again. */
  readonly voidFulfilments: readonly string[];
};

/** What is read of an order that is only to be recorded: without what decides whether it may be sent. */
export type UnplannedOrder = Omit<StoreOrder, 'risk' | 'fulfilmentOrders'>;

export type StoreOrderLine = {
  readonly gid: LineItemGid;
  readonly title: string;
  /** Null if the variant or product has been deleted from the store. */
  readonly variantGid: VariantGid | null;
  readonly productGid: ProductGid | null;
  /** Our `$app:article_id` on the line's product; null if the product is not ours or was deleted. */
  readonly articleId: ArticleId | null;
  /** As it was sold: the line keeps it when the product is deleted. */
  readonly sku: string | null;
  readonly quantity: number;
  /** After edits and refunds. */
  readonly currentQuantity: number;
  readonly unfulfilledQuantity: number;
  readonly requiresShipping: boolean;
  readonly giftCard: boolean;
  /** What the buyer entered with the line. Only a colour or size taken from it is stored. */
  readonly properties: readonly LineProperty[];
  /** The options of its variant as the store names them. Empty or left out: the variant is gone, or they were not requested. */
  readonly options?: readonly LineProperty[];
};

/**
 * Neither a variant nor a product of ours says what the line is. An item typed into the order may have any SKU, and so may another product.
 * @param first the variant as the line was first seen.
 */
export const isKnownBySku = (
  {variantGid, articleId}: Pick<StoreOrderLine, 'variantGid' | 'articleId'>,
  first: VariantGid | null,
): boolean => first === null && variantGid === null && articleId === null;

export type StoreFulfilmentOrder = {
  readonly gid: string;
  readonly status: string;
  /** How the buyer gets the goods, such as SHIPPING or PICK_UP; null if Shopify states no method. See delivery-method.ts. */
  readonly deliveryMethod: string | null;
  /** A location's name is unique in a shop. */
  readonly location: {readonly name: string};
  readonly lines: readonly {readonly gid: string; readonly lineGid: LineItemGid; readonly remaining: number}[];
};

/** The whole store order is cancelled or refunded. */
export function isOver({cancelledAt, financialStatus}: UnplannedOrder): boolean {
  return cancelledAt !== null || financialStatus === 'REFUNDED';
}

/** Sold at a counter, or picked up: there is nothing to send and no address. */
export const isHandedOver = (
  {destination, destinationWithheld}: Pick<StoreOrder, 'destination' | 'destinationWithheld'>,
  {unfulfilledQuantity}: Pick<StoreOrderLine, 'unfulfilledQuantity'>,
): boolean => destination === null && !destinationWithheld && unfulfilledQuantity <= 0;
