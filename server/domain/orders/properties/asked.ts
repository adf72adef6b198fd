// The reasons to ask the merchant about a property that the buyer filled in. A reason names the property but not its value, which may be
// personal.
import {cleanBuyerText} from '#domain/orders/buyer-text.ts';
import {type LineProperty, type PropertyAnswer, readProperties} from '#domain/orders/properties/line-properties.ts';
import type {Reason} from '#domain/orders/reasons.ts';
import {shorten} from '#domain/text.ts';

/** The reason if the buyer filled in a property about which the merchant always wants to be asked, such as an engraving; else null. */
export function findAskedProperties(
  properties: readonly LineProperty[],
  answers: readonly PropertyAnswer[],
): (Reason & {readonly code: 'property_asked'}) | null {
  const {always} = readProperties(properties, answers);
  if (always.length === 0) return null;
  return {
    code: 'property_asked',
    text: `The buyer entered ${quoteNames(always)}, and you want to be asked about that.`,
  };
}

/** The reason if the app does not understand some properties, one of which may be the colour or size. @param ask the last sentence. */
export const notUnderstoodReason = (what: 'colour' | 'size', unread: readonly string[], ask: string): Reason => ({
  code: 'property_unread',
  text: `The buyer entered ${quoteNames(unread)}. Piecewise does not know whether that is the ${what}, and nothing else says it. ${ask}`,
});

/** Lists at most three of the names in quotes, each shortened. */
function quoteNames(names: readonly string[]): string {
  const quoted = names.slice(0, 3).map((name) => `“${shorten(cleanBuyerText(name), 40)}”`);
  const all = names.length > 3 ? [...quoted, `${names.length - 3} more`] : quoted;
  return all.length === 1 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
