// The form of the options that a merchant defines (one word per line), and what they would do to the product.
import type {ArticleDetail} from '#contract/article.ts';
import {keysOffSale} from '#domain/catalogue/known-listing.ts';
import {createVariantMatcher, toProductOptions, type VariantWords, variantKey} from '#domain/catalogue/options.ts';
import {
  type DefinedOptions,
  hasNoVisibleWord,
  type OptionName,
  withDefinedOptions,
} from '#domain/options/defined-options.ts';
import type {FormKind} from '../../shared/form/form-kind.ts';
import {isolateRightToLeft, joinWords} from '../../text/format.ts';
import {countNoun} from '../../text/words.ts';

/** The text of the field for each option, with one word per line. */
export type OptionsDraft = {readonly [name in OptionName]: string};

export const optionLabels: Readonly<Record<OptionName, string>> = {colours: 'Colours', sizes: 'Sizes'};

/** The words of a field: its lines without blanks around them and without empty ones. */
const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const joinLines = (words: readonly string[]): string => words.join('\n');

/** The colours and sizes that the draft means. */
export const draftToOptions = (draft: OptionsDraft) => ({
  colours: splitLines(draft.colours),
  sizes: splitLines(draft.sizes),
});

const optionField = (name: OptionName) => ({
  label: optionLabels[name],
  meaning: (draft: OptionsDraft) => splitLines(draft[name]),
  textOf: (draft: OptionsDraft) => joinWords(splitLines(draft[name])) || 'nothing',
});

const optionFields = [optionField('colours'), optionField('sizes')];

/** How the form makes and compares its draft: two drafts with the same words mean the same. */
export const optionsKind: FormKind<OptionsDraft, DefinedOptions> = {
  draftOf: ({colours, sizes}) => ({colours: joinLines(colours), sizes: joinLines(sizes)}),
  fieldsOf: () => optionFields,
};

/** Whether the merchant can define this option, or has; false until what the supplier states has been read. */
export const mayDefineOption = (name: OptionName, {stated, defined}: ArticleDetail['options']): boolean =>
  stated !== null && (hasNoVisibleWord(stated[name]) || defined[name].length > 0);

const mostVariantsNamed = 20;

/** What the next run would make of the product with this draft, as sentences; a run decides by `planSale` of server/domain/catalogue. */
export function optionEffects({options: {stated}, listing}: ArticleDetail, draft: OptionsDraft): readonly string[] {
  if (stated === null) return [];
  const options = toProductOptions(withDefinedOptions(stated, draftToOptions(draft)));
  if (options.kind === 'unusable') return [options.reason];
  const known = listing?.variants ?? [];
  const off = keysOffSale(known);
  const sold = options.variants.filter((words) => !off.has(variantKey(words)));
  const leftOut = options.variants.filter((words) => off.has(variantKey(words)));
  if (sold.length === 0) {
    return ['Every variant was taken off sale by you or deleted in your store, so the product is not on sale.'];
  }
  const live = known.filter(({state}) => state === 'live');
  const isSold = createVariantMatcher(sold);
  const lost = live.filter((one) => !isSold(one));
  const has = `The product then has ${countNoun(sold.length, 'variant')}`;
  const leaves = lost.length === 1 ? 'leaves' : 'leave';
  return [
    options.colours || options.sizes ? `${has}: ${variantNamesText(sold)}.` : `${has}.`,
    ...(lost.length > 0 ? [`${variantNamesText(lost)} ${leaves} the product and can no longer be bought.`] : []),
    ...(leftOut.length > 0
      ? [`Without ${variantNamesText(leftOut)}: taken off sale by you, or deleted in your store.`]
      : []),
  ];
}

/** The names of variants as a list: their words, or "The only one" for a variant without options. */
function variantNamesText(variants: readonly VariantWords[]): string {
  const names = variants
    .slice(0, mostVariantsNamed)
    .map(({colour, size}) => [colour, size].flatMap((word) => (word ? [isolateRightToLeft(word)] : [])).join(' / '));
  const more = variants.length - names.length;
  return `${names.map((name) => name || 'The only one').join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
