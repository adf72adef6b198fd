// Articles that state no colour or no size, by category: how many, what the catalogue's texts say, and which of these name several.
import type {OptionName} from '#domain/options/defined-options.ts';
import type {TextCount} from '../../../db/catalogue/unanswered.ts';
import type {Unanswered} from '../../contract/options/unanswered.ts';
import {optionText, toProposal} from './to-proposal.ts';

type Category = Unanswered['categories'][number];

/** A row of the page has room for this many texts. */
const mostTexts = 3;

/** The categories with the most articles first; in each, the most frequent texts. */
export function toCategories(counts: readonly TextCount[], option: OptionName): Category[] {
  const byCategory = Map.groupBy(counts, ({category}) => category);
  return [...byCategory]
    .map(([category, texts]) => toCategory(category, texts, option))
    .toSorted((one, other) => other.articles - one.articles || (one.category < other.category ? -1 : 1));
}

function toCategory(category: string, counts: readonly TextCount[], option: OptionName): Category {
  const texts = new Map<string, number>();
  for (const one of counts) {
    const text = optionText(one, option);
    texts.set(text, (texts.get(text) ?? 0) + one.articles);
  }
  const sorted = [...texts].toSorted(([text, one], [otherText, other]) => other - one || (text < otherText ? -1 : 1));
  const severals = counts.filter((one) => (toProposal(one, option)?.words.length ?? 0) > 1);
  const [first] = severals.toSorted((one, other) => other.articles - one.articles);
  return {
    category,
    articles: sum(counts),
    texts: sorted.slice(0, mostTexts).map(([text, articles]) => ({text, articles})),
    moreTexts: Math.max(sorted.length - mostTexts, 0),
    several: first === undefined ? null : {articles: sum(severals), example: optionText(first, option)},
  };
}

const sum = (counts: readonly TextCount[]): number => counts.reduce((total, {articles}) => total + articles, 0);
