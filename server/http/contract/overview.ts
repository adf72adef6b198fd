// Summary of the shop.
import {z} from 'zod';
import {warningKinds} from '#domain/fulfilment-service/service-figures.ts';
import {dropshipStates} from '#domain/orders/dropship-state.ts';

import {unservedCheckouts} from '#domain/shipping-profile/unserved-checkout.ts';
import {buyerDataReasons} from '#domain/store-access.ts';
import {stopReasons} from '#domain/uninstall.ts';
import {Brake, WaitingCost} from './approvals.ts';
import {Connection} from './connection.ts';
import {ToPay} from './dropship-orders.ts';
import {ProductMatch} from './matches.ts';
import {Run} from './runs.ts';
import {SetUp} from './set-up.ts';

/** Whether orders are sent automatically. Also the answer of POST /api/sending/{pause,resume}. */
export const Sending = z.object({
  paused: z.boolean(),
  /** Who paused it: Shopify's id of the staff member; null if it is not paused, or not known. */
  by: z.string().nullable(),
  /** Whether the caller paused it. */
  byYou: z.boolean(),
  since: z.iso.datetime().nullable(),
});
export type Sending = z.infer<typeof Sending>;

/** GET /api/overview: the state of the shop for Home and the other pages. */
export const Overview = z.object({
  shop: z.string(),
  currency: z.string().nullable(),
  taxesIncluded: z.boolean().nullable(),
  needsReauth: z.boolean(),
  /** Set while the app is installed but sending and runs are stopped: since when, and why. */
  stopped: z
    .object({
      since: z.iso.datetime(),
      /** The store is frozen or locked at Shopify, or a webhook says that the app was removed and Shopify does not confirm it. */
      reason: z.enum(stopReasons),
    })
    .nullable(),
  /** Permissions the app asks for and the merchant has not granted. */
  missingScopes: z.array(z.string()),
  /** Why Shopify shows the app no names, e-mails and addresses of buyers; null: no such reason is known. */
  buyerData: z.enum(buyerDataReasons).nullable(),
  connection: Connection,
  /** `settings`: the stored settings cannot be read, and the shop is paused until the operator has mended them. Null: they can be read. */
  settingsUnreadable: z.literal('settings').nullable(),
  /** What is to be known about the shipping profile, as a sentence; null: nothing. */
  shippingWarning: z.string().nullable(),
  chosen: z.boolean(),
  /** What must be set under Pricing before any price can be calculated, as a sentence; null: nothing, or `currency` is null. */
  missingForPrices: z.string().nullable(),
  listings: z.object({
    /** Listings that runs keep up to date. */
    active: z.number(),
    /** The `active` listings whose product is a draft or archived in the store, as far as the app knows. */
    drafts: z.number(),
    /** Those of `drafts` that the app made drafts at first or by an undo: the merchant may publish them here. */
    ownDrafts: z.number(),
    held: z.number(),
    retired: z.number(),
    quarantined: z.number(),
  }),
  /** Whether the merchant asked to stop using the app, so that nothing is updated. */
  isLeaving: z.boolean().default(false),
  /** Our products that were on sale when the app came back to the store, until a run looks after them; 0: none, or not known. */
  stayedOnSale: z.number().default(0),
  lastRun: Run.nullable(),
  setUp: SetUp,
  /** Whether a run that began since the merchant asked for everything has ended with chosen articles; no preview, undo or trial. */
  firstRunDone: z.boolean(),
  /** Dropship orders by state; states without any are left out. */
  orders: z.partialRecord(z.enum(dropshipStates), z.number()),
  /** The unpaid orders, without those that a flag says not to pay, seen or not. */
  toPay: ToPay,
  /** Dropship orders with an unseen flag. */
  flagged: z.number(),
  /** Dropship orders that need an action other than a payment, those with an unseen flag included. */
  needsYou: z.number(),
  /** Held brakes, at most one of each kind, the newest first. */
  brakes: z.array(Brake),
  /** Products that are off sale until the merchant approves their new cost: how many, and the first by article id. */
  costs: z.object({count: z.number(), first: WaitingCost.nullable()}),
  /** Products of the store that may be an article already: how many wait for a decision, and the first by article id. */
  matches: z.object({count: z.number(), first: ProductMatch.nullable()}),
  /** Images that Shopify could not take, and why it refused the first of them. */
  failedImages: z.object({count: z.number(), reason: z.string().nullable()}),
  /**
   * Chosen articles whose defined options are not used, because the supplier states its own: how many, the first by article id, and a
   * digest of all of them. The digest changes whenever the supplier starts or stops overruling a list.
   */
  overruledOptions: z.object({
    count: z.number(),
    first: z.object({articleId: z.string(), name: z.string()}).nullable(),
    digest: z.string(),
  }),
  /** Why nothing more is done about the fulfilment service, as a sentence (null: nothing hinders it), and the variants Shopify refuses. */
  fulfilmentService: z.object({said: z.string().nullable(), refused: z.number()}),
  /**
   * Chosen articles about whose colour or size an order would ask, and those that the supplier was not asked about yet (`unread`).
   */
  unanswered: z
    .object({colours: z.number(), sizes: z.number(), unread: z.number()})
    .default({colours: 0, sizes: 0, unread: 0}),
  /** ISO code of the country the store is in; null: not read from Shopify yet, or not named there. */
  country: z.string().nullable(),
  /** ISO codes of countries the store sells to and the supplier does not deliver to; null: not read from Shopify yet. */
  unserved: z.array(z.string()).nullable(),
  /** Whether shoppers there can order articles: the shipping profile refuses them, the store's markets decide, or its shipping zones do. */
  unservedCheckout: z.enum(unservedCheckouts),
  /** How many orders the merchant is warned of because of the fulfilment service's figures. */
  serviceWarnings: z.record(z.enum(warningKinds), z.number()),
  sending: Sending,
  /** The IANA name of the store's time zone; null until Shopify has named it: the schedule then runs in UTC. */
  timeZone: z.string().nullable(),
  /**
   * The next run of the schedule over all articles; null while it cannot start: a key is missing or refused, the app is stopped in this
   * store, it lost its access, or some settings cannot be read. Also null if the server does not know the time zone.
   */
  nextRunAt: z.iso.datetime().nullable(),
  webhooks: z.object({
    /** The reconciliation found lines since the last webhook of an order, so webhooks seem not to arrive. */
    silent: z.boolean(),
    /** Lines that only the reconciliation found since the last webhook of an order. */
    foundByReconciliation: z.number(),
    lastWebhookAt: z.iso.datetime().nullable(),
    reconciledAt: z.iso.datetime().nullable(),
    /** Webhooks, and orders only the reconciliation found, that failed for good in the last thirty days; and the last of them. */
    failed: z.number(),
    lastFailure: z
      .object({
        topic: z.string(),
        /** The order or product the webhook named, if any. */
        resource: z.string().nullable(),
        reason: z.string().nullable(),
        at: z.iso.datetime(),
      })
      .nullable(),
  }),
});
export type Overview = z.infer<typeof Overview>;
