// A parcel's delivery address, read for the one page from which the merchant types it into the supplier's checkout. It is never stored or
// logged. All of it is protected customer data (Level 2).
// https://shopify.dev/docs/apps/launch/protected-customer-data
import {z} from 'zod';
import {Failure} from '#domain/failure.ts';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import type {Operation} from '../client/operation.ts';

const NullableText = z.string().nullable();
/** The answer to `deliveryAddress`. */
const DeliveryAddressAnswer = z.object({
  order: z
    .object({
      email: NullableText,
      phone: NullableText,
      shippingAddress: z
        .object({
          name: NullableText,
          company: NullableText,
          address1: NullableText,
          address2: NullableText,
          city: NullableText,
          zip: NullableText,
          province: NullableText,
          provinceCode: NullableText,
          country: NullableText,
          countryCodeV2: NullableText,
          phone: NullableText,
        })
        .nullable(),
    })
    .nullable(),
});

type Address = NonNullable<NonNullable<z.infer<typeof DeliveryAddressAnswer>['order']>['shippingAddress']>;

/** The delivery address of an order, with the buyer's e-mail and telephone number. */
export type DeliveryAddress = {
  /** The address; null for orders without one (pickup, digital), and where Shopify withholds all of it. */
  readonly address: Address | null;
  readonly email: string | null;
  /** The address's telephone number, else the order's; null: none, or withheld. */
  readonly phone: string | null;
  /** Whether the app is not approved for some of the fields: those are null. */
  readonly withheld: boolean;
};

/** Reads the address of one order. */
export const deliveryAddress: Operation<{readonly id: OrderGid}, typeof DeliveryAddressAnswer> = {
  document: `query DeliveryAddress($id: ID!) {
    order(id: $id) {
      email phone
      shippingAddress {
        name company address1 address2 city zip province provinceCode country countryCodeV2 phone
      }
    }
  }`,
  cost: 2,
  answer: DeliveryAddressAnswer,
  isWrite: false,
};

/** Reads the address; where Shopify withholds fields, without these. Null when Shopify does not know the order (any more). */
export async function fetchDeliveryAddress(
  admin: Admin,
  shop: ShopDomain,
  gid: OrderGid,
): Promise<DeliveryAddress | null> {
  const ask = (operation: typeof deliveryAddress) => admin.call(shop, operation, {id: gid});
  let withheld = false;
  const {order} = await ask(deliveryAddress).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.kind !== 'refused' || error.status !== 200) throw error;
    withheld = true;
    return ask({...deliveryAddress, allowsWithheldFields: true});
  });
  if (order === null) return null;
  const {shippingAddress: address, email, phone} = order;
  return {address, email, phone: address?.phone ?? phone, withheld};
}
