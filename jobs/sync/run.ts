// The type of a run, which every step uses: its shop, settings, keys and lease, fixed at the start, and the report that steps add to.

import {type SettingsFingerprint, toSettingsFingerprint} from '#domain/catalogue/settings-print.ts';
import type {ArticleId, RunId, ShopDomain} from '#domain/ids.ts';
import type {PriceStore} from '#domain/pricing/price.ts';
import type {RunKind} from '#domain/runs/early-ends.ts';
import type {Settings} from '#domain/settings/settings.ts';
import {type ChoiceBasis, toChoiceBasis} from '../../server/db/catalogue/choice.ts';
import {type SupplierApi, saveKeyAnswered} from '../../server/db/secrets/shop-keys.ts';
import type {Shop} from '../../server/db/shops/shops.ts';
import type {Deps} from '../../server/deps.ts';
import type {RunLease} from './run-lease.ts';
import type {RunReport} from './run-report.ts';

export type RunDeps = Pick<
  Deps,
  'db' | 'sealer' | 'supplier' | 'admin' | 'queues' | 'log' | 'now' | 'waitMs' | 'newId' | 'digest' | 'checkpoint'
>;

/** One run while it is carried out. */
export type Run = RunLease & {
  readonly id: RunId;
  readonly shop: ShopDomain;
  readonly kind: RunKind;
  /** The number of the run's lease. A later lease of the shop has a higher number, and writes with an older one fail. */
  readonly fence: number;
  /** The database here is mainly for reads. Most of a run's changes go through `write`, which fails once another worker has the run. */
  readonly deps: Omit<RunDeps, 'admin'>;
  readonly log: Deps['log'];
  /** The shop's row as it was when the run began. */
  readonly facts: Shop;
  readonly settings: Settings;
  /** Ids of the articles this run is limited to; null: all articles. */
  readonly only: readonly ArticleId[] | null;
  /** Whether the run may create products; false during set-up, for a run that the merchant did not ask for. */
  readonly createsNew: boolean;
  /** The run that this one undoes; null: it is no undo. */
  readonly undoes: RunId | null;
  readonly keys: SupplierKeys;
  /** Aborted when the worker must stop. */
  readonly stop: AbortSignal | undefined;
  readonly report: RunReport;
  /** Call it between steps: throws when the run must stop; renews the lease and saves the counts every few seconds. */
  readonly beat: () => Promise<void>;
};

/** A run after `readStore` has read the store's currency and taxes, on which every price depends. */
export type RunWithStore = Run & {readonly store: PriceStore};

/** Stores that the supplier's interface answered the run's key, which the merchant sees. A key that was replaced is left alone. */
export async function noteAnswer(run: Run, api: SupplierApi): Promise<void> {
  const {now, sealer} = run.deps;
  await run.write((transaction) => saveKeyAnswered(transaction, sealer, run.shop, {api, used: run.keys[api]}, now()));
}

/** A shop's two supplier keys, decrypted. */
export type SupplierKeys = {readonly catalogue: string; readonly dropship: string};

/** The digests of the settings and store facts that this run's plans depend on. */
export const settingsFingerprintOf = ({
  deps: {digest},
  settings,
  store,
}: Pick<RunWithStore, 'settings' | 'store'> & {readonly deps: Pick<RunDeps, 'digest'>}): SettingsFingerprint =>
  toSettingsFingerprint({digest, settings, store});

/** The settings and store facts by which the run chooses articles. */
export const choiceBasisOf = ({settings, store}: Pick<RunWithStore, 'settings' | 'store'>): ChoiceBasis =>
  toChoiceBasis(settings, store);
