// Colours and sizes that a merchant defines for an article whose `a=stock` states none.
import {z} from 'zod';
import {maxOptionValues} from '#domain/catalogue/options.ts';
import {ArticleId} from '#domain/ids.ts';
import {maxDefinedWordLength} from '#domain/options/check-options.ts';
import {optionNames} from '#domain/options/defined-options.ts';
import {isVisible} from '#domain/orders/buyer-text.ts';

/** A colour or size that reaches the supplier exactly as saved: one visible line without spaces around it. */
const DefinedWord = z
  .string('Enter a word.')
  .trim()
  .min(1, 'Enter a word.')
  .max(maxDefinedWordLength, `Enter at most ${maxDefinedWordLength} characters for one word.`)
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), 'This holds characters that cannot be sent.')
  .refine((text) => text.trim() === '' || isVisible(text), 'Enter a word.');

/** A list of colours or of sizes; `what` is the plural that names them in error sentences. */
const DefinedWords = (what: string) =>
  z.array(DefinedWord, `List the ${what}.`).max(maxOptionValues, `Enter at most ${maxOptionValues} ${what}.`);

/**
 * PUT /api/articles/:id/options, with the `version` of what it changes (`BasedOn` in settings.ts). Empty lists take the options back,
 * as DELETE /api/articles/:id/options?version=… does. Where the supplier states words of its own, they cannot be replaced (422).
 */
export const OptionsInput = z.object({colours: DefinedWords('colours'), sizes: DefinedWords('sizes')});
export type OptionsInput = z.input<typeof OptionsInput>;

const OptionLists = z.object({colours: z.array(z.string()), sizes: z.array(z.string())});

/** The options of one article, as part of `ArticleDetail`. */
export const ArticleOptions = z.object({
  /** What `a=stock` states; null: it was not read yet, and nothing can be defined. */
  stated: OptionLists.nullable(),
  /** Empty lists: nothing is defined. */
  defined: OptionLists.extend({version: z.string()}),
  definedAt: z.iso.datetime().nullable(),
  /** The supplier states its own words now, so the defined ones are not used. They are used again if it states none. */
  overruled: z.object({colours: z.boolean(), sizes: z.boolean()}),
  /**
   * Words from the catalogue's texts for options that the supplier does not state; null: not known yet. Not used before the merchant saves
   * them.
   */
  proposed: OptionLists.nullable(),
});

/** A chosen article with defined options of which at least one list is not used, because the supplier states its own. */
const OverruledArticle = z.object({
  articleId: z.string(),
  name: z.string(),
  stated: OptionLists,
  defined: OptionLists.extend({version: z.string()}),
  overruled: z.object({colours: z.boolean(), sizes: z.boolean()}),
});
export type OverruledArticle = z.infer<typeof OverruledArticle>;

/** GET /api/options/overruled?cursor=…, 50 a page: chosen articles with defined options that the supplier overrules. */
export const OverruledOptions = z.object({articles: z.array(OverruledArticle), nextCursor: z.string().nullable()});
export type OverruledOptions = z.infer<typeof OverruledOptions>;

/** How many articles one request may name. */
const mostAtOnce = 50;

/**
 * POST /api/options/overruled/remove: removes, article by article, the lists that were shown as overruled. A list that is no longer
 * overruled stays; so does a definition that was changed meanwhile.
 */
export const RemoveOverruledInput = z.strictObject({
  articles: z
    .array(
      z.strictObject({
        articleId: ArticleId,
        version: z.string().max(100),
        lists: z.array(z.enum(optionNames)).min(1, 'Name at least one list.').max(optionNames.length),
      }),
    )
    .min(1, 'Choose at least one article.')
    .max(mostAtOnce, `Choose at most ${mostAtOnce} articles.`),
});
export type RemoveOverruledInput = z.input<typeof RemoveOverruledInput>;

/** One result for each article, in the order they were named; `error` null: removed. */
export const OverruledRemoved = z.object({
  results: z.array(z.object({articleId: z.string(), error: z.string().nullable()})),
});
export type OverruledRemoved = z.infer<typeof OverruledRemoved>;
