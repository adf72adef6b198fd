// Saves details that a dropship order lacks and the merchant types, for this order only or also for later orders of the article.

import type {Kysely, Transaction} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {isOpenState} from '#domain/orders/dropship-state.ts';
import {noDetails, type TypedDetails} from '#domain/orders/merchant-overrides.ts';
import {maxStandingAnswers, type Settings} from '#domain/settings/settings.ts';
import {rememberForArticle, type WordsToRemember} from '#domain/standing-answers.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {makeDueByReason} from '../db/orders/due-orders.ts';
import {openDetails, sealDetails} from '../db/secrets/details.ts';
import {lockShop} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {Sealer} from '../sealing.ts';
import {type ActionContext, type ActionOutcome, actOnOrderWithin, saveAction, toDueAgain} from './merchant-actions.ts';
import type {ActionConflict} from './repeated-action.ts';
import {changeOrderSettingsWithin} from './settings-change.ts';

/** Saves details for one order and makes it due. A detail that is null or left out keeps what was typed before, if that is readable. */
export async function giveDetails(
  db: Kysely<Tables>,
  sealer: Sealer,
  context: ActionContext,
  typed: Partial<TypedDetails>,
  now: Date,
): Promise<ActionOutcome> {
  return inTransaction(db, (trx) => giveDetailsWithin(trx, sealer, context, typed, now));
}

/**
 * Saves details for one order, and colour and size as the standing answer for the article, both or neither. Makes orders due that wait for
 * a colour or size.
 */
export async function giveDetailsAlways(
  db: Kysely<Tables>,
  sealer: Sealer,
  context: ActionContext,
  typed: Partial<TypedDetails>,
  now: Date,
): Promise<ActionOutcome> {
  try {
    return await inTransaction(db, async (trx) => {
      await lockShop(trx, context.shop);
      await rememberForLaterOrders(trx, context, typed, now);
      const outcome = await giveDetailsWithin(trx, sealer, context, typed, now);
      if (outcome.kind !== 'done') throw new NotDone(outcome);
      await makeDueByReason(trx, context.shop, ['colour_missing', 'size_missing'], now);
      return outcome;
    });
  } catch (error) {
    if (error instanceof NotDone) return error.outcome;
    throw error;
  }
}

/** Thrown to roll back the transaction; the caller returns its outcome. */
class NotDone extends Error {
  override readonly name = 'NotDone';
  readonly outcome: ActionOutcome;

  constructor(outcome: ActionOutcome) {
    super(`This was not done: ${outcome.kind}.`);
    this.outcome = outcome;
  }
}

/** Does what `giveDetails` does, in a transaction that is open already. */
function giveDetailsWithin(
  trx: Transaction<Tables>,
  sealer: Sealer,
  context: ActionContext,
  typed: Partial<TypedDetails>,
  now: Date,
): Promise<ActionOutcome> {
  return actOnOrderWithin(trx, context, now, async (_trx, order) => {
    if (!isOpenState(order.state)) return null;
    const before = openDetails(sealer, order) ?? noDetails;
    const details: TypedDetails = {
      colour: typed.colour ?? before.colour,
      size: typed.size ?? before.size,
      name: typed.name ?? before.name,
      email: typed.email ?? before.email,
    };
    const given = Object.entries(typed).flatMap(([what, word]) => (word == null ? [] : [what]));
    await saveAction(trx, context, 'details_given', given.join(', '), now);
    return {details_sealed: sealDetails(sealer, context.shop, details), ...toDueAgain(now)};
  });
}

/** Saves the typed colour and size as the article's standing answer. Throws NotDone if there is no word to save, or too many answers. */
async function rememberForLaterOrders(
  trx: Transaction<Tables>,
  {shop, id, actor}: ActionContext,
  typed: Partial<TypedDetails>,
  now: Date,
): Promise<void> {
  const order = await loadSoldWords(trx, shop, id);
  if (order === undefined) throw new NotDone({kind: 'not_found'});
  const words: WordsToRemember = {
    colour: order.colour === null ? (typed.colour ?? null) : null,
    size: order.size === null ? (typed.size ?? null) : null,
  };
  if (words.colour === null && words.size === null) throw new NotDone(toConflict('nothing_to_remember'));
  const change = (settings: Settings): Settings => {
    const standingAnswers = rememberForArticle(settings.orders.standingAnswers, order.article_id, words);
    if (standingAnswers.length > maxStandingAnswers) throw new NotDone(toConflict('too_many_answers'));
    return {...settings, orders: {...settings.orders, standingAnswers}};
  };
  const entry = {actor, action: 'order_settings_changed' as const, subject: 'order-settings'};
  await changeOrderSettingsWithin(trx, shop, change, entry, now);
}

const toConflict = (why: ActionConflict['why']): ActionConflict => ({kind: 'conflict', why});

/** The colour and size of the sold variant. If it has one, a standing answer for it would never be used. */
const loadSoldWords = (trx: Transaction<Tables>, shop: ShopDomain, id: ActionContext['id']) =>
  trx
    .selectFrom('dropship_orders')
    .select(['article_id', 'colour', 'size'])
    .where('shop', '=', shop)
    .where('id', '=', id)
    .executeTakeFirst();
