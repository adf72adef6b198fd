// What is said of own prices and of what they do.
import type {OwnPriceEffect, OwnPrices} from '#contract/products/own-prices.ts';
import type {OwnPrice} from '#domain/pricing/own-prices/own-price.ts';
import {writeDecimal} from '../../text/decimal-input.ts';
import {countryInSentence, money} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';
import type {DecisionOutcome} from '../runs/followed-run.tsx';

/** "CHF 129.90", "45 % markup". */
export const ownPriceWords = (own: OwnPrice): string =>
  own.kind === 'fixed' ? money(own.amount, own.currency) : `${writeDecimal(own.percent)} % markup`;

/** What became of own prices that were saved. @param runId of the update that writes them now; null: the next one does. */
export function toSavedOutcome(
  {saved, runId}: Pick<OwnPrices, 'saved' | 'runId'>,
  isTakenBack: boolean,
): DecisionOutcome {
  const prices = countNoun(saved, 'own price');
  const done = isTakenBack ? `${prices} taken back.` : `${prices} saved.`;
  const text = runId === null ? `${done} The next update writes it to your store.` : done;
  return {text, runId, waits: saved > 0};
}

type Warning = OwnPriceEffect['warnings'][number];

/** What to think of for one article, the worst first. */
export function warningsOf(effect: OwnPriceEffect, currency: string): readonly string[] {
  const {reason, rrp, left, warnings} = effect;
  const texts: Readonly<Record<Warning, string | null>> = {
    off_sale: `It would not be on sale. ${reason ?? ''}`.trim(),
    loses:
      left === null ? null : `It loses ${money(-left.left, currency)} per piece in ${countryInSentence(left.zone)}.`,
    above_rrp: rrp === null ? null : `It is above the RRP of ${money(rrp, currency)}.`,
    capped: 'It is lowered to the RRP, as Pricing says.',
    replaces_edit: 'The price that you edited in Shopify is replaced.',
    not_chosen: 'The article is not chosen, so no update writes it.',
    not_listed: 'The supplier no longer lists the article, so no update writes it.',
  };
  return warnings.flatMap((warning) => texts[warning] ?? []);
}

/** What to think of for several articles: how many each is about. */
export function warningCounts(effects: readonly OwnPriceEffect[]): readonly string[] {
  const countOf = (warning: Warning) => effects.filter(({warnings}) => warnings.includes(warning)).length;
  const texts: readonly (readonly [Warning, (products: string) => string])[] = [
    ['off_sale', (products) => `${products} would not be on sale: each says why below, in a list or on its page.`],
    ['loses', (products) => `${products} would lose money in the worst zone.`],
    ['above_rrp', (products) => `${products} would be above the RRP.`],
    ['capped', (products) => `${products} would be lowered to the RRP, as Pricing says.`],
    ['replaces_edit', (products) => `The prices of ${products} that you edited in Shopify are replaced.`],
    ['not_chosen', (articles) => `${articles} not chosen, so no update writes them.`],
    ['not_listed', (articles) => `${articles} no longer listed by the supplier, so no update writes them.`],
  ];
  return texts.flatMap(([warning, text]) => {
    const number = countOf(warning);
    if (number === 0) return [];
    const products =
      warning === 'not_chosen' || warning === 'not_listed'
        ? countNoun(number, 'article is', 'articles are')
        : countNoun(number, 'product');
    return [text(products)];
  });
}

/** How the prices move, as far as both are known: "12 prices rise, 3 fall." */
export function movesText(effects: readonly OwnPriceEffect[]): string {
  const moves = effects.flatMap(({before, price}) => (before === null || price === null ? [] : [price - before]));
  const [up, down, same] = [
    moves.filter((move) => move > 0).length,
    moves.filter((move) => move < 0).length,
    moves.filter((move) => move === 0).length,
  ];
  const parts = [
    up > 0 && countNoun(up, 'price rises', 'prices rise'),
    down > 0 && countNoun(down, 'price falls', 'prices fall'),
    same > 0 && countNoun(same, 'price stays', 'prices stay'),
  ].filter(Boolean);
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}

/** "€69.00 becomes €79.00", or the new one alone. */
export function priceMove({before, price}: OwnPriceEffect, currency: string): string {
  if (price === null) return 'No price';
  if (before === null || before === price) return money(price, currency);
  return `${money(before, currency)} becomes ${money(price, currency)}`;
}
