// The handle a test or the demo holds on one shop: everything that happens outside the app.

import type {Plan} from './bucket.ts';
import {checkOut} from './control/checkout.ts';
import {createOrderControl, type OrderControl} from './control/order-control.ts';
import {type PlacedOrder, placeOrder} from './control/place-order.ts';
import {createProductControl, type MerchantEdit, type ProductControl} from './control/product-control.ts';
import {createProfileControl, type ProfileControl} from './control/profile-control.ts';
import {createServiceControl, type ServiceControl} from './control/service-control.ts';
import {createShippingControl, type ShippingControl} from './control/shipping-control.ts';
import {type OrderSnapshot, orderSnapshot, type ProductSnapshot, productSnapshot} from './control/snapshots.ts';
import {addDefinition, type NewDefinition} from './mutations/metafield-definitions.ts';
import {idOf} from './store/gid.ts';
import {toNamespace} from './store/metafields.ts';
import type {ShopSettings, ShopStore} from './store/shop-store.ts';

export type ShopControl = {
  readonly domain: string;
  readonly products: () => readonly ProductSnapshot[];
  readonly product: (id: string) => ProductSnapshot | null;
  readonly orders: () => readonly OrderSnapshot[];
  readonly order: (id: string) => OrderSnapshot | null;
  /** Also without any rate for the address, as a draft order or an app places one. */
  readonly placeOrder: (order: PlacedOrder) => OrderSnapshot;
  /** As a shopper: with the rate of the store, and throws where there is none. */
  readonly checkOut: (order: PlacedOrder) => OrderSnapshot;
  readonly payOrder: OrderControl['pay'];
  readonly setFinancialStatus: OrderControl['setFinancialStatus'];
  readonly cancelOrder: OrderControl['cancel'];
  readonly editOrder: OrderControl['edit'];
  readonly refundLine: OrderControl['refund'];
  readonly refundMoney: OrderControl['refundMoney'];
  readonly setRefunds: OrderControl['setRefunds'];
  readonly finishRefunds: OrderControl['finishRefunds'];
  readonly fulfil: OrderControl['fulfil'];
  readonly cancelFulfilments: OrderControl['cancelFulfilments'];
  readonly leaveIncomplete: OrderControl['leaveIncomplete'];
  readonly holdFulfilment: OrderControl['hold'];
  readonly moveFulfilment: OrderControl['move'];
  readonly scheduleFulfilment: OrderControl['schedule'];
  readonly deleteOrder: OrderControl['remove'];
  readonly touchOrder: OrderControl['touch'];
  readonly setRisk: OrderControl['setRisk'];
  readonly changeAddress: OrderControl['changeAddress'];
  readonly changeBuyer: OrderControl['changeBuyer'];
  readonly moveBuyer: OrderControl['moveBuyer'];
  readonly createProduct: ProductControl['create'];
  readonly editProduct: (id: string, edit: MerchantEdit) => void;
  readonly editVariant: ProductControl['editVariant'];
  readonly deleteProduct: ProductControl['remove'];
  readonly deleteVariant: ProductControl['removeVariant'];
  readonly archive: (id: string) => void;
  readonly setPlan: (plan: Plan) => void;
  readonly setCurrency: (currency: string) => void;
  /** Any of the shop's settings; tells shop/update. */
  readonly setSettings: (settings: Partial<Omit<ShopSettings, 'plan'>>) => void;
  readonly shipsTo: ShippingControl['shipsTo'];
  readonly setShipsTo: ShippingControl['setShipsTo'];
  readonly setMarkets: ShippingControl['setMarkets'];
  readonly setShippingRates: ShippingControl['setShippingRates'];
  /** What a shopper would pay for shipping. */
  readonly shippingFor: ShippingControl['shippingFor'];
  readonly profiles: ProfileControl;
  /** Fulfilment services, their locations, what is stocked where, and what the merchant asks of them. */
  readonly services: ServiceControl;
  /** The merchant removes a sales channel, by the handle of its app. */
  readonly removeChannel: (handle: string) => void;
  /** What the merchant granted; tells app/scopes_update. */
  readonly setScopes: (scopes: readonly string[]) => void;
  /** What a user of the store may do there; null: everything, as the owner. The frame's visitor is user 42. */
  readonly setStaff: (userId: string, scopes: readonly string[] | null) => void;
  /** Takes the permission to refund orders from a user, or gives it back. */
  readonly setRefundRight: (userId: string, may: boolean) => void;
  /** The merchant agrees to optional permissions that the app asks for; throws where the app does not declare one as optional. */
  readonly grantScopes: (scopes: readonly string[]) => void;
  readonly setVariantLimit: (limit: {threshold: number; perDay: number} | null) => void;
  readonly defineMetafield: (definition: NewDefinition) => void;
  /** Forgets a definition, as a store where the TOML's definitions silently did not arrive. */
  readonly dropDefinition: (namespace: string, key: string) => void;
  readonly scopes: () => readonly string[];
  /** What the app declares that it may ask for later. */
  readonly optionalScopes: () => readonly string[];
  readonly isInstalled: () => boolean;
  /** Mutations that were run, whether or not they changed anything. */
  readonly writes: () => number;
  readonly tokensIssued: () => number;
  /** Of the access tokens issued from now on, in seconds. */
  readonly setTokenLifetime: (seconds: number) => void;
  /** Shopify refuses every token of the app in this shop from now on; the app stays installed. */
  readonly revokeTokens: () => void;
};

export function createShopControl(
  store: ShopStore,
  tokens: Pick<ShopControl, 'tokensIssued' | 'setTokenLifetime' | 'revokeTokens'>,
): ShopControl {
  const orders = createOrderControl(store);
  const products = createProductControl(store);
  const orderOf = (id: string) => store.orders.get(idOf('Order', id) ?? -1);
  const productOf = (id: string) => store.products.get(idOf('Product', id) ?? -1);
  return {
    get domain() {
      return store.domain;
    },
    products: () => [...store.products.values()].map((product) => productSnapshot(store, product)),
    product(id) {
      const product = productOf(id);
      return product === undefined ? null : productSnapshot(store, product);
    },
    orders: () => [...store.orders.values()].map((order) => orderSnapshot(store, order)),
    order(id) {
      const order = orderOf(id);
      return order === undefined ? null : orderSnapshot(store, order);
    },
    placeOrder: (order) => orderSnapshot(store, placeOrder(store, order)),
    checkOut: (order) => orderSnapshot(store, checkOut(store, order)),
    payOrder: orders.pay,
    setFinancialStatus: orders.setFinancialStatus,
    cancelOrder: orders.cancel,
    editOrder: orders.edit,
    refundLine: orders.refund,
    refundMoney: orders.refundMoney,
    setRefunds: orders.setRefunds,
    finishRefunds: orders.finishRefunds,
    fulfil: orders.fulfil,
    cancelFulfilments: orders.cancelFulfilments,
    leaveIncomplete: orders.leaveIncomplete,
    holdFulfilment: orders.hold,
    moveFulfilment: orders.move,
    scheduleFulfilment: orders.schedule,
    deleteOrder: orders.remove,
    touchOrder: orders.touch,
    setRisk: orders.setRisk,
    changeAddress: orders.changeAddress,
    moveBuyer: orders.moveBuyer,
    changeBuyer: orders.changeBuyer,
    createProduct: products.create,
    editProduct: products.edit,
    editVariant: products.editVariant,
    deleteProduct: products.remove,
    deleteVariant: products.removeVariant,
    archive: (id) => products.edit(id, {status: 'ARCHIVED'}),
    ...shippingParts(store),
    ...settingsControl(store),
    scopes: () => [...store.scopes],
    optionalScopes: () => [...store.settings.optionalScopes],
    isInstalled: () => store.installed,
    writes: () => store.writes,
    ...tokens,
  };
}

const shippingParts = (store: ShopStore): Pick<ShopControl, keyof ShippingControl | 'profiles' | 'services'> => ({
  ...createShippingControl(store),
  profiles: createProfileControl(store),
  services: createServiceControl(store),
});

type SettingsControl = Pick<
  ShopControl,
  | 'setPlan'
  | 'setCurrency'
  | 'setSettings'
  | 'setScopes'
  | 'setStaff'
  | 'setRefundRight'
  | 'grantScopes'
  | 'removeChannel'
  | 'setVariantLimit'
  | 'defineMetafield'
  | 'dropDefinition'
>;

function settingsControl(store: ShopStore): SettingsControl {
  const change = (settings: Partial<ShopSettings>) => {
    Object.assign(store.settings, settings);
    store.emit({kind: 'shop/update'});
  };
  const setScopes = (scopes: readonly string[]) => {
    const previous = store.scopes;
    store.scopes = [...scopes];
    store.emit({kind: 'app/scopes_update', previous, current: scopes});
  };
  return {
    setPlan(plan) {
      store.bucket.setPlan(plan);
      change({plan});
    },
    setCurrency: (currency) => change({currency}),
    setSettings: change,
    removeChannel(handle) {
      const at = store.publications.findIndex((publication) => publication.handle === handle);
      if (at >= 0) store.publications.splice(at, 1);
    },
    setScopes,
    setStaff(userId, scopes) {
      if (scopes === null) store.staff.delete(userId);
      else store.staff.set(userId, scopes);
    },
    setRefundRight(userId, may) {
      if (may) store.mayNotRefund.delete(userId);
      else store.mayNotRefund.add(userId);
    },
    grantScopes(scopes) {
      if (!scopes.every((scope) => store.settings.optionalScopes.includes(scope))) {
        throw new Error('The scopes must be declared as optional in your app configuration.');
      }
      setScopes([...new Set([...store.scopes, ...scopes])]);
    },
    setVariantLimit(limit) {
      store.settings.variantLimit = limit;
    },
    defineMetafield: (definition) => void addDefinition(store, definition),
    dropDefinition(namespace, key) {
      const at = store.definitions.findIndex(
        (definition) => definition.namespace === toNamespace(namespace) && definition.key === key,
      );
      if (at >= 0) store.definitions.splice(at, 1);
    },
  };
}
