// Chosen articles about whose colour or size an order would ask, and what the merchant answers for many of them at once.
import {z} from 'zod';
import {optionNames} from '#domain/options/defined-options.ts';
import {StandingWord} from '#domain/settings/schemas.ts';
import {ArticleIds} from '../articles.ts';

const Option = z.enum(optionNames, {error: 'Say colours or sizes.'});

/** The query of GET /api/options/unanswered; without an option it is about sizes. */
export const UnansweredQuery = z.object({option: Option.default('sizes')});

/** A category of articles that would ask: how many, the most frequent texts of the catalogue (empty: it says nothing), and how many more. */
const UnansweredCategory = z.object({
  category: z.string(),
  articles: z.number(),
  texts: z.array(z.object({text: z.string(), articles: z.number()})),
  moreTexts: z.number(),
  /** The articles whose text may name several sizes or colours, with one such text; null: there are none. */
  several: z.object({articles: z.number(), example: z.string()}).nullable(),
});

/** Its answer: how many articles are chosen, were not read yet, and would ask; and the last by category, the most first. */
export const Unanswered = z.object({
  chosen: z.number(),
  unread: z.number(),
  count: z.number(),
  categories: z.array(UnansweredCategory),
});
export type Unanswered = z.infer<typeof Unanswered>;

/** POST /api/options/answers: what orders of these articles, or of all articles of these categories, carry; null: each order asks. */
export const AnswersInput = z
  .strictObject({
    option: Option,
    word: StandingWord.nullable(),
    articleIds: ArticleIds.optional(),
    categories: z.array(z.string().trim().min(1).max(500)).min(1).max(100, 'Name at most 100 categories.').optional(),
  })
  .refine(({articleIds, categories}) => (articleIds === undefined) !== (categories === undefined), {
    error: 'Name articles or categories.',
    path: ['articleIds'],
  });
export type AnswersInput = z.input<typeof AnswersInput>;

/** Its answer: how many articles still ask. */
export const Answered = z.object({left: z.number()});
export type Answered = z.infer<typeof Answered>;

/**
 * POST /api/options/proposals: takes over what the catalogue proposes for these articles, or for all that ask, as options that the merchant
 * defines. Without `previewId` it only shows what that would do. What can mean two things is left, unless it is that of one article whose
 * proposed words the merchant has seen in its row: `seenWords` takes over those.
 */
export const ProposalsInput = z
  .strictObject({
    option: Option,
    articleIds: ArticleIds.optional(),
    previewId: z.string().max(5_000).optional(),
    seenWords: z.array(z.string().max(500)).min(1).max(500).optional(),
    /** Whether an update of these articles starts at once, and not only the next one. */
    applyNow: z.boolean().default(false),
  })
  .refine(
    ({seenWords, articleIds, previewId}) =>
      seenWords === undefined || (articleIds?.length === 1 && previewId === undefined),
    {
      error: 'Words that were seen are taken over for one article.',
      path: ['seenWords'],
    },
  );
export type ProposalsInput = z.input<typeof ProposalsInput>;

/** What it would do, or did. */
export const Proposals = z.object({
  /** Names this preview when it is confirmed; null: it was carried out. */
  previewId: z.string().nullable(),
  /** The update that makes their variants now; null: the next one does. */
  runId: z.string().nullable(),
  /** How many articles get options, the variants that their products have now in the store, and those that they get. */
  accepted: z.number(),
  variantsNow: z.number(),
  variants: z.number(),
  /** Left, because their text can mean two things. */
  unclear: z.number(),
  /** Left, because the catalogue proposes nothing for them that could be saved. */
  without: z.number(),
  /** Whether more articles ask than one request takes over. */
  isMore: z.boolean(),
  /** The first of the accepted articles. */
  sample: z.array(z.object({articleId: z.string(), name: z.string(), text: z.string(), words: z.array(z.string())})),
});
export type Proposals = z.infer<typeof Proposals>;
