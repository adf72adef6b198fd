// A parcel's delivery address, read for the one page from which the merchant types it into the supplier's checkout. It is never stored or
// logged. All of it is protected customer data (Level 2).
// https://shopify.dev/docs/apps/launch/protected-customer-data
import {z} from 'zod';
import {Failure} from '#domain/failure.ts';
import type {OrderGid, ShopDomain} from '#domain/ids.ts';
import type {Admin} from '../client/admin.ts';
import type {Operation} from '../client/operation.ts';

const Text = z.string().nullable();
const Answer = z.object({
  order: z
    .object({
      email: Text,
      phone: Text,
      shippingAddress: z
        .object({
          name: Text,
          company: Text,
          address1: Text,
          address2: Text,
          city: Text,
          zip: Text,
          province: Text,
          provinceCode: Text,
          country: Text,
          countryCodeV2: Text,
          phone: Text,
        })
        .nullable(),
    })
    .nullable(),
});

type Address = NonNullable<NonNullable<z.infer<typeof Answer>['order']>['shippingAddress']>;

export type DeliveryAddress = {
  /** Null for orders without a delivery address (pickup, digital), and where Shopify withholds all of it. */
  readonly address: Address | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** True if the app is not approved for some of the fields: those are null. */
  readonly withheld: boolean;
};

export const deliveryAddress: Operation<{readonly id: OrderGid}, typeof Answer> = {
  document: `query DeliveryAddress($id: ID!) {
    order(id: $id) {
      email phone
      shippingAddress {
        name company address1 address2 city zip province provinceCode country countryCodeV2 phone
      }
    }
  }`,
  cost: 2,
  answer: Answer,
  write: false,
};

/** Null when Shopify does not know the order (any more). */
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
    return ask({...deliveryAddress, withheldFields: true});
  });
  if (order === null) return null;
  const {shippingAddress: address, email, phone} = order;
  return {address, email, phone: address?.phone ?? phone, withheld};
}
