// The merchant answers for many articles or categories at once which colour or size their orders carry, or that each order asks. Orders
// that wait for it are due again.
import type {Kysely} from 'kysely';
import type {ArticleId} from '#domain/ids.ts';
import {maxStandingAnswers} from '#domain/settings/settings.ts';
import {
  type AnswerOption,
  rememberForArticle,
  rememberForCategory,
  type StandingAnswer,
  type WordsToRemember,
} from '#domain/standing-answers.ts';
import {inTransaction} from '../../db/connection/transaction.ts';
import {makeDueByReason} from '../../db/orders/due-orders.ts';
import {lockShop} from '../../db/shops/shops.ts';
import type {Tables} from '../../db/tables/tables.ts';
import type {ChangeContext} from '../audited-changes.ts';
import {changeOrderSettingsWithin} from '../settings-change.ts';

export type OptionAnswer = {
  readonly option: AnswerOption;
  /** The word to order; null: each order asks. */
  readonly word: string | null;
  readonly articleIds: readonly ArticleId[];
  readonly categories: readonly string[];
};

/** Remembers the answers. False: they would be more than are kept, and nothing was saved. @throws SettingsUnreadable */
export async function answerOptions(
  db: Kysely<Tables>,
  {shop, actor, now}: ChangeContext,
  {option, word, articleIds, categories}: OptionAnswer,
): Promise<boolean> {
  const words: WordsToRemember = {
    colour: option === 'colour' ? word : null,
    size: option === 'size' ? word : null,
    ...(word === null ? {asks: [option]} : {}),
  };
  const withAnswers = (answers: StandingAnswer[]): StandingAnswer[] => {
    const byArticle = articleIds.reduce((kept, id) => rememberForArticle(kept, id, words), answers);
    return categories.reduce((kept, category) => rememberForCategory(kept, category, words), byArticle);
  };
  return inTransaction(db, async (transaction) => {
    await lockShop(transaction, shop);
    let isKept = true;
    const entry = {actor, action: 'order_settings_changed' as const, subject: 'order-settings'};
    await changeOrderSettingsWithin(
      transaction,
      shop,
      (settings) => {
        const standingAnswers = withAnswers(settings.orders.standingAnswers);
        isKept = standingAnswers.length <= maxStandingAnswers;
        return isKept ? {...settings, orders: {...settings.orders, standingAnswers}} : settings;
      },
      entry,
      now,
    );
    if (isKept) await makeDueByReason(transaction, shop, [`${option}_missing`], now);
    return isKept;
  });
}
