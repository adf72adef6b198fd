// The root of all mutations the sandbox performs.

import {type View, withArgs} from './field.ts';
import type {Faults, SeenRequest} from './misbehave.ts';
import {deliveryProfileCreate, deliveryProfileRemove, deliveryProfileUpdate} from './mutations/delivery-profiles.ts';
import {fulfillmentCancel, fulfillmentCreate, trackingInfoUpdate} from './mutations/fulfillment.ts';
import {
  fulfillmentServiceCreate,
  fulfillmentServiceDelete,
  fulfillmentServiceUpdate,
} from './mutations/fulfillment-services.ts';
import {
  answer,
  fulfillmentOrderMove,
  nothingMoved,
  nothingSubmitted,
  submitFulfillmentRequest,
} from './mutations/fulfilment-requests.ts';
import {inventoryActivate, inventoryBulkToggleActivation, inventoryDeactivate} from './mutations/inventory.ts';
import {locationEdit} from './mutations/location-edit.ts';
import {metafieldDefinitionCreate} from './mutations/metafield-definitions.ts';
import {metafieldsSet} from './mutations/metafields-set.ts';
import {changeTags, orderUpdate} from './mutations/orders.ts';
import {productSet} from './mutations/product-set.ts';
import {productDelete, productUpdate, refusedUpdate} from './mutations/product-update.ts';
import {publish} from './mutations/publish.ts';
import {refundCreate} from './mutations/refund.ts';
import {variantsBulkCreate, variantsBulkDelete, variantsBulkUpdate} from './mutations/variants-bulk.ts';
import type {AnswerKind} from './store/fulfilment-requests.ts';
import type {ShopStore} from './store/shop-store.ts';

type Args = Readonly<Record<string, unknown>>;

type Mutation = {
  readonly args: readonly string[];
  readonly run: (store: ShopStore, args: Args, faults: Faults, request: SeenRequest, key: string | null) => View;
  /** What the payload holds beside `userErrors` when nothing was done. */
  readonly empty: View | ((store: ShopStore, args: Args) => View);
};

const answered = (kind: AnswerKind): Mutation => ({
  args: ['id', 'message'],
  run: answer(kind),
  empty: {fulfillmentOrder: null},
});

const mutations: Readonly<Record<string, Mutation>> = {
  productSet: {
    args: ['identifier', 'input', 'synchronous'],
    run: (store, args, faults, request) =>
      productSet(store, args, {
        refusesImage: faults.refusesImage,
        answersLate: () => faults.strike('lateImages', request) !== null,
      }),
    empty: {product: null, productSetOperation: null},
  },
  productUpdate: {args: ['identifier', 'product'], run: productUpdate, empty: refusedUpdate},
  productDelete: {args: ['input', 'synchronous'], run: productDelete, empty: {deletedProductId: null}},
  productVariantsBulkUpdate: {
    args: ['productId', 'variants', 'allowPartialUpdates'],
    run: variantsBulkUpdate,
    empty: {product: null, productVariants: null},
  },
  productVariantsBulkCreate: {
    args: ['productId', 'variants'],
    run: variantsBulkCreate,
    empty: {product: null, productVariants: null},
  },
  productVariantsBulkDelete: {args: ['productId', 'variantsIds'], run: variantsBulkDelete, empty: {product: null}},
  publishablePublish: {
    args: ['id', 'input'],
    run: (store, args) => publish(store, args, true),
    empty: {publishable: null},
  },
  publishableUnpublish: {
    args: ['id', 'input'],
    run: (store, args) => publish(store, args, false),
    empty: {publishable: null},
  },
  metafieldsSet: {args: ['metafields'], run: metafieldsSet, empty: {metafields: null}},
  metafieldDefinitionCreate: {args: ['definition'], run: metafieldDefinitionCreate, empty: {createdDefinition: null}},
  orderUpdate: {args: ['input'], run: orderUpdate, empty: {order: null}},
  tagsAdd: {args: ['id', 'tags'], run: (store, args) => changeTags(store, args, 'add'), empty: {node: null}},
  tagsRemove: {args: ['id', 'tags'], run: (store, args) => changeTags(store, args, 'remove'), empty: {node: null}},
  fulfillmentCreate: {args: ['fulfillment', 'message'], run: fulfillmentCreate, empty: {fulfillment: null}},
  refundCreate: {
    args: ['input'],
    run: (store, args, _faults, {userId}, key) => refundCreate(store, args, {userId, key}),
    empty: {refund: null, order: null},
  },
  deliveryProfileCreate: {args: ['profile'], run: deliveryProfileCreate, empty: {profile: null}},
  deliveryProfileUpdate: {args: ['id', 'profile'], run: deliveryProfileUpdate, empty: {profile: null}},
  deliveryProfileRemove: {args: ['id'], run: deliveryProfileRemove, empty: {job: null}},
  fulfillmentServiceCreate: {
    args: ['name', 'callbackUrl', 'inventoryManagement', 'trackingSupport', 'requiresShippingMethod'],
    run: fulfillmentServiceCreate,
    empty: {fulfillmentService: null},
  },
  fulfillmentServiceUpdate: {
    args: ['id', 'name', 'callbackUrl', 'inventoryManagement', 'trackingSupport', 'requiresShippingMethod'],
    run: fulfillmentServiceUpdate,
    empty: {fulfillmentService: null},
  },
  fulfillmentServiceDelete: {
    args: ['id', 'destinationLocationId', 'inventoryAction'],
    run: fulfillmentServiceDelete,
    empty: {deletedId: null},
  },
  locationEdit: {args: ['id', 'input'], run: locationEdit, empty: {location: null}},
  inventoryBulkToggleActivation: {
    args: ['inventoryItemId', 'inventoryItemUpdates'],
    run: inventoryBulkToggleActivation,
    empty: {inventoryItem: null, inventoryLevels: null},
  },
  inventoryActivate: {
    args: ['inventoryItemId', 'locationId'],
    run: (store, args, _faults, _request, key) => inventoryActivate(store, args, key),
    empty: {inventoryLevel: null},
  },
  inventoryDeactivate: {args: ['inventoryLevelId'], run: inventoryDeactivate, empty: {}},
  fulfillmentOrderSubmitFulfillmentRequest: {
    args: ['id', 'fulfillmentOrderLineItems', 'message', 'notifyCustomer'],
    run: submitFulfillmentRequest,
    empty: nothingSubmitted,
  },
  fulfillmentOrderAcceptFulfillmentRequest: {...answered('accept'), args: ['id', 'message', 'estimatedShippedAt']},
  fulfillmentOrderRejectFulfillmentRequest: {...answered('reject'), args: ['id', 'message', 'reason', 'lineItems']},
  fulfillmentOrderAcceptCancellationRequest: answered('acceptCancellation'),
  fulfillmentOrderRejectCancellationRequest: answered('rejectCancellation'),
  fulfillmentOrderClose: answered('close'),
  fulfillmentOrderMove: {
    args: ['id', 'newLocationId', 'fulfillmentOrderLineItems'],
    run: fulfillmentOrderMove,
    empty: nothingMoved,
  },
  fulfillmentCancel: {args: ['id'], run: fulfillmentCancel, empty: {fulfillment: null}},
  fulfillmentTrackingInfoUpdate: {
    args: ['fulfillmentId', 'trackingInfoInput', 'notifyCustomer'],
    run: trackingInfoUpdate,
    empty: {fulfillment: null},
  },
};

export const mutationNames: readonly string[] = Object.keys(mutations);

/** The mutations for one request: user errors on demand come before the work. */
export function createMutations(store: ShopStore, faults: Faults, request: () => SeenRequest): View {
  return Object.fromEntries(
    Object.entries(mutations).map(([name, {args: names, run, empty}]) => [
      name,
      withArgs(names, (args, key) => {
        const seen = {...request(), rootFields: [name], variables: args};
        const fault = faults.strike('userErrors', seen);
        if (fault === null) return run(store, args, faults, seen, key);
        return {...(typeof empty === 'function' ? empty(store, args) : empty), userErrors: fault.userErrors};
      }),
    ]),
  );
}
