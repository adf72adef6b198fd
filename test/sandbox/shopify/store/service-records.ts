// What a shop holds of fulfilment services: the services, what is stocked at which location, and what Shopify leaves open about them.

import type {LocationRecord} from './records.ts';

export type ServiceRecord = {
  readonly id: number;
  readonly owner: 'app' | 'other app';
  name: string;
  /** Made of its first name; it stays when the service is renamed (recorded). */
  readonly handle: string;
  callbackUrl: string | null;
  inventoryManagement: boolean;
  trackingSupport: boolean;
  requiresShippingMethod: boolean;
  readonly location: LocationRecord;
  /** When the last callback of each kind was sent, or will be. */
  readonly callbacks: Map<CallbackKind, number>;
};

/** https://shopify.dev/docs/apps/build/orders-fulfillment/fulfillment-service-apps/build-for-fulfillment-services */
export type CallbackKind = 'CANCELLATION_REQUEST' | 'FULFILLMENT_REQUEST';

export type InventoryLevel = {
  readonly location: LocationRecord;
  isActive: boolean;
  available: number;
  readonly createdAt: number;
  updatedAt: number;
};

/** What becomes of callbacks: each is so many ms late, comes so many times, or never. */
export type CallbackFaults = {readonly lateMs?: number; readonly copies?: number; readonly isLost?: boolean};

/** The first value of each is the default: what is harder for the app, where nothing is documented or recorded. */
export type ServiceSettings = {
  /** Orders that are paid are requested from fulfilment services at once. What the merchant ships is not touched. */
  automaticFulfilment: boolean;
  /** Where productSet stocks an untracked variant for which it names a location of a fulfilment service. */
  untrackedAtService: 'at the shop location instead' | 'at the shop location too' | 'as named';
  /** Whether a location can be switched on and the last other one off in one list. */
  togglesTogether: 'refused' | 'done';
  /** Where what is ordered goes if the merchant and a fulfilment service both stock it. */
  routesTo: 'merchant' | 'service';
  /** What an app that is removed leaves of its service: its name is taken and its location is off, or everything is gone. */
  servicesAfterUninstall: 'inactive' | 'gone';
};

export const serviceDefaults: ServiceSettings = {
  automaticFulfilment: false,
  untrackedAtService: 'at the shop location instead',
  togglesTogether: 'refused',
  routesTo: 'merchant',
  servicesAfterUninstall: 'inactive',
};
