// A short digest of the settings and store facts that plans are made from.
import type {PriceStore} from '#domain/pricing/price.ts';
import type {Settings} from '#domain/settings.ts';

export type PlanBasis = {
  readonly settings: Pick<Settings, 'pricing' | 'template' | 'owned' | 'onRequest'>;
  readonly store: PriceStore;
  /** Text to a short hash. */
  readonly digest: (text: string) => string;
};

/**
 * Everything beside the article that a plan is made from: another value plans every listing again. Prices and prices on request
 * have parts of their own, so that what the merchant set can be told from what happened.
 */
export function toSettingsPrint({digest, settings, store}: PlanBasis): string {
  const {pricing, template, owned, onRequest} = settings;
  const parts = [pricing, onRequest, [planVersion, template, owned, store]];
  return parts.map((part) => digest(JSON.stringify(part))).join('.');
}

/** Raised when plans change without their inputs changing. */
const planVersion = 1;
