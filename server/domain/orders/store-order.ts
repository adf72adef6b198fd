// The type of a store order as read from Shopify. The buyer's name, e-mail and address stay in memory; country and province are stored.
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

/** One order of the store, as the app needs it to decide about its lines. */
export type StoreOrder = {
  readonly gid: OrderGid;
  readonly name: string;
  readonly createdAt: Date;
  /** The order's date in the admin; earlier than `createdAt` if the order was imported from another system. */
  readonly processedAt: Date;
  readonly updatedAt: Date;
  readonly cancelledAt: Date | null;
  readonly test: boolean;
  readonly financialStatus: FinancialStatus | null;
  /** Shopify's fraud analysis; `pending`: not finished yet. */
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
  /** Whether Shopify hides the destination from the app; `destination` says nothing then. */
  readonly destinationWithheld: boolean;
  /** Our own note on the order (`$app:dropship`) as JSON; left out if it was not requested. */
  readonly note?: string | null;
  readonly lines: readonly StoreOrderLine[];
  /** What the buyer entered with the whole order: properties and note; never stored. Empty or left out: nothing, or not requested. */
  readonly entered?: readonly LineProperty[];
  /** The fulfilment orders that the app may see. Null: not read, because nothing about them is unusual. */
  readonly fulfilmentOrders: readonly StoreFulfilmentOrder[] | null;
  /** Gids of fulfilments that were cancelled, or refused by a fulfilment service. Their pieces must be fulfilled again. */
  readonly voidFulfilments: readonly string[];
};

/** A store order as read to record it, without the parts that only the decision to send needs. */
export type UnplannedOrder = Omit<StoreOrder, 'risk' | 'fulfilmentOrders'>;

/** One line of a store order. */
export type StoreOrderLine = {
  readonly gid: LineItemGid;
  readonly title: string;
  /** Null if the variant or product has been deleted from the store. */
  readonly variantGid: VariantGid | null;
  /** Null if the product has been deleted from the store. */
  readonly productGid: ProductGid | null;
  /** Our `$app:article_id` on the line's product; null if the product is not ours or was deleted. */
  readonly articleId: ArticleId | null;
  /** The SKU when the line was sold; it stays when the product is deleted. */
  readonly sku: string | null;
  /** How many pieces were ordered, before edits and refunds. */
  readonly quantity: number;
  /** How many pieces are left after edits and refunds. */
  readonly currentQuantity: number;
  /** How many pieces the store has not fulfilled. */
  readonly unfulfilledQuantity: number;
  readonly requiresShipping: boolean;
  readonly giftCard: boolean;
  /** What the buyer entered with the line. Only a colour or size taken from it is stored. */
  readonly properties: readonly LineProperty[];
  /** The options of its variant as the store names them. Empty or left out: the variant is gone, or they were not requested. */
  readonly options?: readonly LineProperty[];
};

/**
 * Whether only its SKU tells which article the line is. That is uncertain, because any product or typed item may have the same SKU.
 * @param first the variant as the line was first seen.
 */
export const isKnownBySku = (
  {variantGid, articleId}: Pick<StoreOrderLine, 'variantGid' | 'articleId'>,
  first: VariantGid | null,
): boolean => first === null && variantGid === null && articleId === null;

export type StoreFulfilmentOrder = {
  readonly gid: string;
  /** Shopify's status of the fulfilment order, such as OPEN or ON_HOLD. */
  readonly status: string;
  /** How far a request to its fulfilment service is, such as UNSUBMITTED or ACCEPTED. */
  readonly requestStatus: string;
  /** How the buyer gets the goods, such as SHIPPING or PICK_UP; null if Shopify states no method. See delivery-method.ts. */
  readonly deliveryMethod: string | null;
  /** A location's name is unique in a shop. */
  readonly location: {readonly name: string};
  /** `gid`: the line's id in the fulfilment order; `lineGid`: in the store order; `remaining`: pieces still to fulfil. */
  readonly lines: readonly {readonly gid: string; readonly lineGid: LineItemGid; readonly remaining: number}[];
};

/** Whether the whole store order is cancelled or refunded. */
export function isStoreOrderOver({cancelledAt, financialStatus}: UnplannedOrder): boolean {
  return cancelledAt !== null || financialStatus === 'REFUNDED';
}

/** Whether the line was sold at a counter or picked up: it is fulfilled, and the order has no delivery address. */
export const isHandedOver = (
  {destination, destinationWithheld}: Pick<StoreOrder, 'destination' | 'destinationWithheld'>,
  {unfulfilledQuantity}: Pick<StoreOrderLine, 'unfulfilledQuantity'>,
): boolean => destination === null && !destinationWithheld && unfulfilledQuantity <= 0;
