// One worker at a time has a shop's fulfilment service.
import type {Kysely} from 'kysely';
import {retryRefusedMs} from '#domain/fulfilment-service/plan-service.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {
  claimService,
  type ServiceProgress,
  type StoredService,
  saveServiceProgress,
} from '../../db/fulfilment-services/services.ts';
import {takeWish, type WishWorker} from '../../db/shops/take-wish.ts';
import type {Tables} from '../../db/tables/tables.ts';
import type {Log} from '../../log.ts';
import type {Queues} from '../../queue/queues.ts';
import type {Admin} from '../../shopify/client/admin.ts';

export type ServiceDeps = {
  /** `host`: the app's public address. */
  readonly config: {readonly host: string};
  readonly db: Kysely<Tables>;
  readonly admin: Admin;
  readonly queues: Queues;
  readonly log: Log;
  readonly now: () => Date;
};

/** A service that this process has, and what is stored of it. */
export type ServiceWorker = WishWorker<StoredService, ServiceProgress>;

/** Takes the shop's service; null: there is none, or another worker has it. */
export const takeService = ({db, now}: ServiceDeps, shop: ShopDomain): Promise<ServiceWorker | null> =>
  takeWish<StoredService, ServiceProgress>(now, shop, {
    claim: (...args) => claimService(db, ...args),
    save: (...args) => saveServiceProgress(db, ...args),
  });

/** What Shopify refused after this time is not tried again yet. */
export const refusedSince = ({now}: Pick<ServiceDeps, 'now'>): Date => new Date(now().getTime() - retryRefusedMs);
