// The options a merchant defines, as the form holds them: one word per line. And what they would do to the product.
import type {ArticleDetail} from '#contract/article.ts';
import {keysOffSale} from '#domain/catalogue/known-listing.ts';
import {namedAmong, toOptions, type VariantWords, variantKey} from '#domain/catalogue/options.ts';
import {type DefinedOptions, type OptionName, statesNone, withDefined} from '#domain/options/defined-options.ts';
import type {FormKind} from '../../shared/form/form-kind.ts';
import {inSentence, wordsInSentence} from '../../text/format.ts';
import {counted} from '../../text/words.ts';

export type OptionsDraft = {readonly [name in OptionName]: string};

export const labels: Readonly<Record<OptionName, string>> = {colours: 'Colours', sizes: 'Sizes'};

const lineWords = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const toLines = (words: readonly string[]): string => words.join('\n');

export const optionsOf = (draft: OptionsDraft) => ({colours: lineWords(draft.colours), sizes: lineWords(draft.sizes)});

const fieldOf = (name: OptionName) => ({
  label: labels[name],
  meaning: (draft: OptionsDraft) => lineWords(draft[name]),
  shown: (draft: OptionsDraft) => wordsInSentence(lineWords(draft[name])) || 'nothing',
});

const fields = [fieldOf('colours'), fieldOf('sizes')];

export const optionsKind: FormKind<OptionsDraft, DefinedOptions> = {
  draftOf: ({colours, sizes}) => ({colours: toLines(colours), sizes: toLines(sizes)}),
  fieldsOf: () => fields,
};

/** Whether the merchant can define this option, or has; false until what the supplier states has been read. */
export const isShown = (name: OptionName, {stated, defined}: ArticleDetail['options']): boolean =>
  stated !== null && (statesNone(stated[name]) || defined[name].length > 0);

const namedAtMost = 20;

/** What the next run would make of the product, as sentences; `planSale` of server/domain/catalogue decides the same. */
export function effectsOf({options: {stated}, listing}: ArticleDetail, draft: OptionsDraft): readonly string[] {
  if (stated === null) return [];
  const options = toOptions(withDefined(stated, optionsOf(draft)));
  if (options.kind === 'unusable') return [options.reason];
  const known = listing?.variants ?? [];
  const off = keysOffSale(known);
  const sold = options.variants.filter((words) => !off.has(variantKey(words)));
  const leftOut = options.variants.filter((words) => off.has(variantKey(words)));
  if (sold.length === 0) {
    return ['Every variant was taken off sale by you or deleted in your store, so the product is not on sale.'];
  }
  const live = known.filter(({state}) => state === 'live');
  const isSold = namedAmong(sold);
  const lost = live.filter((one) => !isSold(one));
  const has = `The product then has ${counted(sold.length, 'variant')}`;
  const leaves = lost.length === 1 ? 'leaves' : 'leave';
  return [
    options.colours || options.sizes ? `${has}: ${namesOf(sold)}.` : `${has}.`,
    ...(lost.length > 0 ? [`${namesOf(lost)} ${leaves} the product and can no longer be bought.`] : []),
    ...(leftOut.length > 0 ? [`Without ${namesOf(leftOut)}: taken off sale by you, or deleted in your store.`] : []),
  ];
}

function namesOf(variants: readonly VariantWords[]): string {
  const names = variants
    .slice(0, namedAtMost)
    .map(({colour, size}) => [colour, size].flatMap((word) => (word ? [inSentence(word)] : [])).join(' / '));
  const more = variants.length - names.length;
  return `${names.map((name) => name || 'The only one').join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
