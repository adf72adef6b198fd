// The inputs of a listing's plan: the article as it was read, and a digest of settings and store facts.
import type {PriceStore} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings.ts';

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

/** The inputs of a listing's plan. If they equal those of its last plan, and that was not cleared, it needs no new one. */
export type PlannedFor = {
  /** Hash of the article as the catalogue states it, and of the options the merchant defined for it. */
  readonly article: string | null;
  /** Euro cents. */
  readonly listPrice: number | null;
  /** When its details were read, in milliseconds since 1970. */
  readonly stockReadAt: number | null;
  readonly settings: SettingsPrint;
};

/** Digests the settings and store facts that plans depend on; if the value changes, every listing is planned again. */
export function toSettingsPrint({digest, settings, store}: PlanBasis): SettingsPrint {
  const {pricing, template, owned, onRequest} = settings;
  const print = (part: unknown): string => digest(JSON.stringify(part));
  return {pricing: print(pricing), onRequest: print(onRequest), rest: print([planVersion, template, owned, store])};
}

/** Raised when plans change without their inputs changing. */
const planVersion = 1;
