// What every step of a run uses: its shop, settings, keys and lease, fixed at the start, and the report it adds to.

import {type SettingsPrint, toSettingsPrint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import type {PriceStore} from '#domain/pricing/price.ts';
import type {RunKind} from '#domain/runs/early-ends.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {type ChoiceBasis, choiceBasis} from '../../server/db/catalogue/choice.ts';
import type {Shop} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import type {RunLease} from './run-lease.ts';
import type {RunReport} from './run-report.ts';

export type RunDeps = Pick<
  Deps,
  'db' | 'sealer' | 'supplier' | 'admin' | 'queues' | 'log' | 'now' | 'waitMs' | 'newId' | 'digest' | 'checkpoint'
>;

export type Run = RunLease & {
  readonly id: RunId;
  readonly shop: ShopDomain;
  readonly kind: RunKind;
  readonly fence: number;
  /** The database here is mainly for reads. Most of a run's changes go through `write`, which fails once another worker has the run. */
  readonly deps: Omit<RunDeps, 'admin'>;
  readonly log: Deps['log'];
  readonly facts: Shop;
  readonly settings: Settings;
  /** Ids of the articles this run is limited to; null: all articles. */
  readonly only: readonly ArticleId[] | null;
  /** False: set-up goes on, so a run that the merchant did not ask for only works on articles that have a listing. */
  readonly createsNew: boolean;
  /** The run that this one undoes. */
  readonly undoes: RunId | null;
  readonly keys: Keys;
  /** Set when the worker is to stop. */
  readonly stop: AbortSignal | undefined;
  readonly report: RunReport;
  /** Call it between steps: throws when the run must stop; renews the lease and saves the counts every few seconds. */
  readonly beat: () => Promise<void>;
};

/** A run after the step `read-store` has read the store's facts; every price depends on them. */
export type RunWithStore = Run & {readonly store: PriceStore};

/** A shop's two supplier keys, decrypted. */
export type Keys = {readonly catalogue: string; readonly dropship: string};

export const settingsPrint = ({
  deps: {digest},
  settings,
  store,
}: Pick<RunWithStore, 'settings' | 'store'> & {readonly deps: Pick<RunDeps, 'digest'>}): SettingsPrint =>
  toSettingsPrint({digest, settings, store});

export const basisOf = ({settings, store}: Pick<RunWithStore, 'settings' | 'store'>): ChoiceBasis =>
  choiceBasis(settings, store);
