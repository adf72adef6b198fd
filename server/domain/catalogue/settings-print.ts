// The inputs of a listing's plan, stored to see whether it needs a new plan: the article as read, and digests of settings and store.
import type {PriceStore} from '#domain/pricing/price.ts';
import {decidingPrices} from '#domain/pricing/pricing-settings.ts';
import type {Settings} from '#domain/settings/settings.ts';

export type PlanBasis = {
  readonly settings: Pick<Settings, 'pricing' | 'template' | 'owned' | 'onRequest'>;
  readonly store: PriceStore;
  /** Makes a short hash of a text. */
  readonly digest: (text: string) => string;
};

/** One digest per part of the settings, so that a change by the merchant can be told from other changes. */
export type SettingsFingerprint = {
  /** The digest of the price settings, without payment fees. */
  readonly pricing: string;
  /** The digest of the setting `onRequest`. */
  readonly onRequest: string;
  /** The digest of template, field owners and the store's currency and taxes. */
  readonly rest: string;
};

/** The inputs of a listing's plan. While they stay the same and the plan was not cleared, the listing needs no new plan. */
export type PlanInputs = {
  /** Hash of the article as the catalogue states it, and of the options the merchant defined for it. */
  readonly article: string | null;
  /** Euro cents. */
  readonly listPrice: number | null;
  /** When the article's details were read, in milliseconds since 1970. */
  readonly stockReadAt: number | null;
  readonly settings: SettingsFingerprint;
};

/**
 * Digests the settings and store facts that plans depend on. If one changes, the next run over all articles plans every chosen
 * article again, except those whose product was deleted.
 */
export function toSettingsFingerprint({digest, settings, store}: PlanBasis): SettingsFingerprint {
  const {pricing, template, owned, onRequest} = settings;
  const print = (part: unknown): string => digest(JSON.stringify(part));
  return {
    pricing: print(decidingPrices(pricing)),
    onRequest: print(onRequest),
    rest: print([planVersion, template, owned, store]),
  };
}

/** Raise this number when the code makes other plans from the same inputs. */
const planVersion = 2;
