// The merchant's order settings, and the audit trail.
import {z} from 'zod';
import {maxPropertyNameLength, propertyMeanings} from '#domain/orders/properties/line-properties.ts';
import {orderSettings} from '#domain/settings/orders.ts';
import {enteredShape, StandingWord} from '#domain/settings/schemas.ts';
import {maxStandingAnswers} from '#domain/settings/settings.ts';
import {answerOptions, isAnswerAbout} from '#domain/standing-answers.ts';

/** What to order for one article or one category if the listing states no colour or no size. */
const StandingAnswer = z
  .strictObject({
    articleId: z.string().min(1).max(200).nullable(),
    category: z.string().min(1).max(500).nullable(),
    colour: StandingWord.nullable(),
    size: StandingWord.nullable(),
    /** What each order asks for, whatever is answered for all. */
    asks: z.array(z.enum(answerOptions)).max(answerOptions.length).optional(),
  })
  .refine(({articleId, category}) => articleId !== null || category !== null, 'Name an article or a category.')
  .refine((answer) => answerOptions.some((option) => isAnswerAbout(option, answer)), 'Name a colour or a size.');

/** GET and PUT /api/settings/orders. */
export const OrderSettings = z.object({
  ...enteredShape(orderSettings),
  standingAnswers: z
    .array(StandingAnswer)
    .max(maxStandingAnswers, `At most ${maxStandingAnswers} standing answers are kept.`),
});
export type OrderSettings = z.infer<typeof OrderSettings>;

/** POST /api/standing-answers/property: what every property of this name means from now on. */
export const PropertyAnswerInput = z.strictObject({
  name: z.string().max(maxPropertyNameLength),
  meaning: z.enum(propertyMeanings),
});

/**
 * GET /api/standing-answers, POST …/forget, …/property and …/forget-property. The first fitting answer for the article is used, else the
 * first for its category.
 */
export const StandingAnswers = z.object({
  answers: z.array(
    z.object({
      articleId: z.string().nullable(),
      /** Null: the catalogue does not have the article, or the answer is for a category. */
      articleName: z.string().nullable(),
      category: z.string().nullable(),
      colour: z.string().nullable(),
      size: z.string().nullable(),
      asks: z.array(z.enum(answerOptions)).optional(),
    }),
  ),
  /** The meanings that the merchant gave to properties that buyers fill in, by property name; newest first. */
  properties: z.array(PropertyAnswerInput),
});
export type StandingAnswers = z.infer<typeof StandingAnswers>;

/** POST /api/standing-answers/forget: the answer to delete, named by article and category as it was shown. */
export const ForgetInput = z.strictObject({
  articleId: z.string().max(200).nullable(),
  category: z.string().max(500).nullable(),
});

/** POST /api/standing-answers/forget-property: the property whose meaning is deleted. */
export const ForgetPropertyInput = PropertyAnswerInput.pick({name: true});
