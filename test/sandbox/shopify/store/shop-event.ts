// The events in a store that a webhook can announce.
import type {DeliveryProfile} from './delivery-profiles.ts';
import type {
  FulfillmentOrderRecord,
  FulfillmentRecord,
  LocationRecord,
  OrderRecord,
  ProductRecord,
  RefundRecord,
} from './records.ts';
import type {MerchantRequest} from './request-records.ts';
import type {CallbackKind, ServiceRecord} from './service-records.ts';

export type ShopEvent =
  | {readonly kind: 'products/create' | 'products/delete'; readonly product: ProductRecord}
  /** `at`: when it happens, where that is later than now. */
  | {readonly kind: 'products/update'; readonly product: ProductRecord; readonly at?: number}
  | {
      readonly kind:
        | 'orders/create'
        | 'orders/updated'
        | 'orders/paid'
        | 'orders/cancelled'
        | 'orders/delete'
        | 'orders/fulfilled'
        | 'orders/partially_fulfilled';
      readonly order: OrderRecord;
    }
  | {
      readonly kind: 'orders/risk_assessment_changed';
      readonly order: OrderRecord;
      readonly risk: OrderRecord['risk'];
    }
  | {
      readonly kind: 'orders/edited';
      readonly order: OrderRecord;
      readonly editId: number;
      readonly changed: readonly {readonly lineId: number; readonly delta: number}[];
    }
  | {
      readonly kind:
        | 'fulfillment_orders/placed_on_hold'
        | 'fulfillment_orders/hold_released'
        | 'fulfillment_orders/scheduled_fulfillment_order_ready';
      readonly fulfillmentOrder: FulfillmentOrderRecord;
    }
  | {
      readonly kind: 'fulfillment_orders/cancelled';
      readonly fulfillmentOrder: FulfillmentOrderRecord;
      readonly replacement?: FulfillmentOrderRecord;
    }
  | {
      readonly kind: 'fulfillment_orders/order_routing_complete';
      readonly fulfillmentOrder: FulfillmentOrderRecord;
      readonly at: number;
    }
  | {
      readonly kind: 'fulfillment_orders/fulfillment_request_submitted';
      readonly fulfillmentOrder: FulfillmentOrderRecord;
      readonly original: FulfillmentOrderRecord;
      readonly request: MerchantRequest;
    }
  | {
      readonly kind: 'fulfillment_orders/cancellation_request_submitted';
      readonly fulfillmentOrder: FulfillmentOrderRecord;
      readonly request: MerchantRequest;
    }
  /** Not a webhook: it goes to the address of the fulfilment service. */
  | {
      readonly kind: 'callback';
      readonly service: ServiceRecord;
      readonly callback: CallbackKind;
      readonly at: number;
      readonly isLost: boolean;
    }
  | {
      readonly kind: 'fulfillment_orders/moved';
      readonly original: FulfillmentOrderRecord;
      readonly moved: FulfillmentOrderRecord;
      readonly from: LocationRecord;
      readonly pieces: number;
    }
  | {readonly kind: 'refunds/create'; readonly order: OrderRecord; readonly refund: RefundRecord}
  | {
      readonly kind: 'fulfillments/create' | 'fulfillments/update';
      readonly order: OrderRecord;
      readonly fulfillment: FulfillmentRecord;
    }
  /** `at`: as for products. */
  | {
      readonly kind: 'profiles/create' | 'profiles/delete' | 'profiles/update';
      readonly profile: DeliveryProfile;
      readonly at?: number;
    }
  | {readonly kind: 'app/uninstalled' | 'shop/update'}
  | {readonly kind: 'app/scopes_update'; readonly previous: readonly string[]; readonly current: readonly string[]};
