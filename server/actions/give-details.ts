// What the merchant types where a dropship order lacks something, for this order alone or for every later one of the article.

import type {Kysely, Transaction} from 'kysely';
import type {ShopDomain} from '#domain/ids.ts';
import {isOpen} from '#domain/orders/dropship-state.ts';
import {noDetails, type TypedDetails} from '#domain/orders/merchant-overrides.ts';
import {mostStandingAnswers, type Settings} from '#domain/settings/settings.ts';
import {rememberForArticle, type WordsToRemember} from '#domain/standing-answers.ts';
import {inTransaction} from '../db/connection/transaction.ts';
import {saveDueForReason} from '../db/orders/due-orders.ts';
import {openDetails, sealDetails} from '../db/secrets/details.ts';
import {lockShop} from '../db/shops/shops.ts';
import type {Tables} from '../db/tables/tables.ts';
import type {Sealer} from '../sealing.ts';
import {type ActionContext, type ActionOutcome, actWithin, dueAgain, saveAction} from './merchant-actions.ts';
import type {ActionConflict} from './repeated-action.ts';
import {changeOrderSettingsWithin} from './settings-change.ts';

/** Fills in missing details. Null keeps what was typed before, where it can be read. The order is due at once. */
export async function giveDetails(
  db: Kysely<Tables>,
  sealer: Sealer,
  context: ActionContext,
  typed: Partial<TypedDetails>,
  now: Date,
): Promise<ActionOutcome> {
  return inTransaction(db, (trx) => giveWithin(trx, sealer, context, typed, now));
}

/**
 * The same, and the colour and size become the standing answer for the article. Orders that wait for such a word are looked at
 * again. Both are saved or neither.
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
      await remember(trx, context, typed, now);
      const outcome = await giveWithin(trx, sealer, context, typed, now);
      if (outcome.kind !== 'done') throw new NotDone(outcome);
      await saveDueForReason(trx, context.shop, ['colour_missing', 'size_missing'], now);
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

function giveWithin(
  trx: Transaction<Tables>,
  sealer: Sealer,
  context: ActionContext,
  typed: Partial<TypedDetails>,
  now: Date,
): Promise<ActionOutcome> {
  return actWithin(trx, context, now, async (_trx, order) => {
    if (!isOpen(order.state)) return null;
    const before = openDetails(sealer, order) ?? noDetails;
    const details: TypedDetails = {
      colour: typed.colour ?? before.colour,
      size: typed.size ?? before.size,
      name: typed.name ?? before.name,
      email: typed.email ?? before.email,
    };
    const given = Object.entries(typed).flatMap(([what, word]) => (word == null ? [] : [what]));
    await saveAction(trx, context, 'details_given', given.join(', '), now);
    return {details_sealed: sealDetails(sealer, context.shop, details), ...dueAgain(now)};
  });
}

async function remember(
  trx: Transaction<Tables>,
  {shop, id, actor}: ActionContext,
  typed: Partial<TypedDetails>,
  now: Date,
): Promise<void> {
  const order = await loadSold(trx, shop, id);
  if (order === undefined) throw new NotDone({kind: 'not_found'});
  const words: WordsToRemember = {
    colour: order.colour === null ? (typed.colour ?? null) : null,
    size: order.size === null ? (typed.size ?? null) : null,
  };
  if (words.colour === null && words.size === null) throw new NotDone(conflict('nothing_to_remember'));
  const change = (settings: Settings): Settings => {
    const standingAnswers = rememberForArticle(settings.orders.standingAnswers, order.article_id, words);
    if (standingAnswers.length > mostStandingAnswers) throw new NotDone(conflict('too_many_answers'));
    return {...settings, orders: {...settings.orders, standingAnswers}};
  };
  const entry = {actor, action: 'order_settings_changed', subject: 'order-settings'};
  await changeOrderSettingsWithin(trx, shop, change, entry, now);
}

const conflict = (why: ActionConflict['why']): ActionConflict => ({kind: 'conflict', why});

/** The variant's own words: where it has one, a standing answer would never be used. */
const loadSold = (trx: Transaction<Tables>, shop: ShopDomain, id: ActionContext['id']) =>
  trx
    .selectFrom('dropship_orders')
    .select(['article_id', 'colour', 'size'])
    .where('shop', '=', shop)
    .where('id', '=', id)
    .executeTakeFirst();
