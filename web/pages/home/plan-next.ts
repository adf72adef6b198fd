// What Home shows under "Next for you": the worst first, at most five rows.
import type {Overview} from '#contract/overview.ts';
import type {Matter} from '../../shared/orders/matter.ts';
import {needsYouMatter, pausedMatter, payMatter} from '../../shared/orders/order-matters.ts';
import {
  brakeMatters,
  costMatter,
  countryMatter,
  imageMatter,
  keyMatters,
  matchMatter,
  overruledMatter,
  priceMatter,
  serviceMatter,
  unansweredMatter,
} from './catalogue-matters.ts';
import {serviceMatters} from './service-matters.ts';
import {failedWebhookMatter, silentWebhookMatter} from './webhook-matters.ts';

const mostRows = 5;

export type NextForYou = {
  readonly rows: readonly Matter[];
  /** How many matters are not shown yet, because there are more than Home shows at once. */
  readonly hiddenCount: number;
};

/**
 * The rows that Home shows, the worst first, and how many are left out. @param putAway keys of the matters that the merchant has put
 * away.
 */
export function planNext(overview: Overview, now: Date, putAway: ReadonlySet<string> = new Set()): NextForYou {
  const [firstBrake = null, ...furtherBrakes] = brakeMatters(overview.brakes);
  // Whoever is leaving has only orders to see to: no update carries out anything else.
  const ofOrders = [
    ...keyMatters(overview.connection),
    pausedMatter(overview),
    needsYouMatter(overview),
    silentWebhookMatter(overview, now),
    failedWebhookMatter(overview, now),
    payMatter(overview, now),
  ];
  const all = [
    firstBrake,
    ...ofOrders,
    ...serviceMatters(overview),
    ...furtherBrakes,
    priceMatter(overview),
    costMatter(overview),
    matchMatter(overview),
    serviceMatter(overview),
    unansweredMatter(overview),
    imageMatter(overview),
    overruledMatter(overview),
    countryMatter(overview),
  ];
  const worstFirst = overview.isLeaving ? ofOrders : all;
  const matters = worstFirst.flatMap((matter) => (matter === null || putAway.has(matter.key) ? [] : [matter]));
  return {rows: matters.slice(0, mostRows), hiddenCount: Math.max(0, matters.length - mostRows)};
}
