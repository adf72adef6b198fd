// What every step of a run is given: its shop, settings, keys and store, its lease, and the report that the steps fill.

import {toSettingsPrint} from '#domain/catalogue/settings-print.ts';
import type {ShopDomain} from '#domain/ids.ts';
import type {PriceStore} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings.ts';
import {type ChoiceBasis, choiceBasis} from '../../server/db/catalogue/choice.ts';
import type {Shop} from '../../server/db/shops/shops.ts';
import type {RunCounts, RunKind} from '../../server/db/tables/catalogue-tables.ts';
import type {Deps} from '../../server/deps.ts';
import type {RunLease} from './run-lease.ts';

export type RunDeps = Pick<
  Deps,
  'db' | 'sealer' | 'supplier' | 'admin' | 'queues' | 'log' | 'now' | 'waitMs' | 'newId' | 'digest' | 'checkpoint'
>;

export type Run = RunLease & {
  readonly id: string;
  readonly shop: ShopDomain;
  readonly kind: RunKind;
  readonly fence: number;
  /** The database among these is for reading: what a run writes goes through `write`, or not at all once it was replaced. */
  readonly deps: Omit<RunDeps, 'admin'>;
  readonly log: Deps['log'];
  readonly facts: Shop;
  readonly settings: Settings;
  /** What the store says of itself; read again at the beginning of a pass. */
  store: PriceStore;
  /** Ids of the articles this run is limited to; null: all articles. */
  readonly only: readonly string[] | null;
  readonly keys: Keys;
  readonly counts: {-readonly [name in keyof RunCounts]: RunCounts[name]};
  /** What keeps the run from being whole, in sentences. */
  readonly notes: string[];
  /** Set when the worker is to stop. */
  readonly stop: AbortSignal | undefined;
  /** Where it is, in a word for the page. */
  step: string | null;
  /** The store takes no more new variants today: nothing more is created, everything else goes on. */
  creationStopped: boolean;
  /** The catalogue's pages were walked to their end, and all but a few of their articles could be read. */
  walked: boolean;
  /** To be called between steps: throws when the run is to stop, renews the lease and writes the counts now and then. */
  readonly beat: () => Promise<void>;
};

/** A shop's two keys of the supplier, opened. */
export type Keys = {readonly catalogue: string; readonly dropship: string};

export const settingsPrint = ({
  deps: {digest},
  settings,
  store,
}: Pick<Run, 'settings' | 'store'> & {readonly deps: Pick<RunDeps, 'digest'>}): string =>
  toSettingsPrint({digest, settings, store});

export const basisOf = ({settings, store}: Pick<Run, 'settings' | 'store'>): ChoiceBasis =>
  choiceBasis(settings, store);
