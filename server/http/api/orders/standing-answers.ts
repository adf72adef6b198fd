// The standing answers for articles and categories: what is remembered, and forgetting one of them.
import {Router} from 'express';
import {ArticleId, type ShopDomain} from '#domain/ids.ts';
import type {Settings} from '#domain/settings.ts';
import {forget} from '#domain/standing-answers.ts';
import {changeOrderSettings} from '../../../actions/change-order-settings.ts';
import {loadArticleNames} from '../../../db/listings/listing-facts.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {ForgetInput, type StandingAnswers} from '../../contract/order-settings.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {actorOf, shopOf} from '../../session.ts';

export function standingAnswerRoutes({db, now}: Pick<Deps, 'db' | 'now'>): Router {
  const router = Router();
  router.get('/standing-answers', async (_req, res) => {
    const shop = shopOf(res);
    const {settings} = await loadStoredSettings(db, shop);
    res.json(await toAnswers({db}, shop, settings));
  });
  router.post('/standing-answers/forget', async (req, res) => {
    const shop = shopOf(res);
    const named = parseInput(ForgetInput, req.body);
    if ((await loadStoredSettings(db, shop)).unreadable.size > 0) {
      const message = 'Your settings cannot be read. Save them again first.';
      throw new Refusal(409, 'settings_unreadable', message);
    }
    const change = (before: Settings): Settings => ({
      ...before,
      orders: {...before.orders, standingAnswers: forget(before.orders.standingAnswers, named)},
    });
    const entry = {actor: actorOf(res), action: 'order_settings_changed', subject: 'order-settings'};
    res.json(await toAnswers({db}, shop, await changeOrderSettings(db, shop, change, entry, now())));
  });
  return router;
}

async function toAnswers(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  {orders: {standingAnswers}}: Settings,
): Promise<StandingAnswers> {
  const ids = standingAnswers.flatMap(({articleId}) => {
    const id = ArticleId.safeParse(articleId);
    return id.success ? [id.data] : [];
  });
  const names = new Map<string, string>(await loadArticleNames(db, shop, ids));
  return {
    answers: standingAnswers.map((answer) => ({...answer, articleName: names.get(answer.articleId ?? '') ?? null})),
  };
}
