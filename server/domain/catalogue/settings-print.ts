// The inputs of a listing's plan: the article as it was read, and digests of settings and store facts.
import type {PriceStore} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings/settings.ts';

export type PlanBasis = {
  readonly settings: Pick<Settings, 'pricing' | 'template' | 'owned' | 'onRequest'>;
  readonly store: PriceStore;
  /** Text to a short hash. */
  readonly digest: (text: string) => string;
};

/** One digest per part of the settings, so that a change by the merchant can be told from other changes. */
export type SettingsPrint = {
  readonly pricing: string;
  readonly onRequest: string;
  /** Template, field owners and store facts. */
  readonly rest: string;
};

/** The inputs of a listing's plan. A listing needs no new plan while its last plan has the same inputs and was not cleared. */
export type PlannedFor = {
  /** Hash of the article as the catalogue states it, and of the options the merchant defined for it. */
  readonly article: string | null;
  /** Euro cents. */
  readonly listPrice: number | null;
  /** When its details were read, in milliseconds since 1970. */
  readonly stockReadAt: number | null;
  readonly settings: SettingsPrint;
};

/**
 * Digests the settings and store facts that plans depend on. If one changes, the next run over all articles plans every chosen
 * article again, except those whose product was deleted.
 */
export function toSettingsPrint({digest, settings, store}: PlanBasis): SettingsPrint {
  const {pricing, template, owned, onRequest} = settings;
  const print = (part: unknown): string => digest(JSON.stringify(part));
  return {pricing: print(pricing), onRequest: print(onRequest), rest: print([planVersion, template, owned, store])};
}

/** Raise this number when the code makes other plans from the same inputs. */
const planVersion = 2;
