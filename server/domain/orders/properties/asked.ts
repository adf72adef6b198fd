// What the merchant is asked about something that the buyer entered. Only its name is stored with the reason: the shop chose it, and the value
// may be personal.
import {cleanBuyerText} from '#domain/orders/buyer-text.ts';
import {type LineProperty, type PropertyAnswer, readProperties} from '#domain/orders/properties/line-properties.ts';
import type {Reason} from '#domain/orders/reasons.ts';
import {shorten} from '#domain/text.ts';

/** The merchant wants to look at each order with such a property, such as an engraving. Null: there is none. */
export function alwaysAsked(
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

/** One of these may be the colour or size that would be guessed otherwise. @param ask ends the sentence. */
export const notUnderstood = (what: 'colour' | 'size', unread: readonly string[], ask: string): Reason => ({
  code: 'property_unread',
  text: `The buyer entered ${quoteNames(unread)}. Piecewise does not know whether that is the ${what}, and nothing else says it. ${ask}`,
});

/** At most three, each cut. */
function quoteNames(names: readonly string[]): string {
  const quoted = names.slice(0, 3).map((name) => `“${shorten(cleanBuyerText(name), 40)}”`);
  const all = names.length > 3 ? [...quoted, `${names.length - 3} more`] : quoted;
  return all.length === 1 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
