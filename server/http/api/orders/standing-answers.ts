// What is remembered for orders: the standing answers for articles and categories, and what properties mean that buyers fill in.
import {Router} from 'express';
import {ArticleId, type ShopDomain} from '#domain/ids.ts';
import {forgetProperty, rememberProperty} from '#domain/orders/properties/line-properties.ts';
import {freedBy} from '#domain/orders/reasons.ts';
import {mostStandingAnswers, type Settings} from '#domain/settings/settings.ts';
import {forget} from '#domain/standing-answers.ts';
import {changeOrderSettings} from '../../../actions/settings-change.ts';
import {loadArticleNames} from '../../../db/listings/listing-facts.ts';
import {saveDueForReason} from '../../../db/orders/due-orders.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {
  ForgetInput,
  ForgetPropertyInput,
  PropertyAnswerInput,
  type StandingAnswers,
} from '../../contract/order-settings.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {actorOf, shopOf} from '../../session.ts';
import {wakeOrders} from './wake-orders.ts';

type Rules = Settings['orders'];

export function standingAnswerRoutes(deps: Pick<Deps, 'db' | 'log' | 'now' | 'queues'>): Router {
  const {db, now} = deps;
  const router = Router();
  const change = async (
    shop: ShopDomain,
    actor: string,
    changed: (rules: Rules) => Partial<Rules>,
  ): Promise<Settings> => {
    const entry = {actor, action: 'order_settings_changed', subject: 'order-settings'};
    const all = (before: Settings): Settings => ({...before, orders: {...before.orders, ...changed(before.orders)}});
    return changeOrderSettings(db, shop, all, entry, now());
  };
  /** Orders that wait because of a property are looked at again. */
  const changeProperties = async (
    shop: ShopDomain,
    actor: string,
    changed: (rules: Rules) => Rules['propertyAnswers'],
  ) => {
    const settings = await change(shop, actor, (rules) => ({propertyAnswers: changed(rules)}));
    await saveDueForReason(db, shop, freedBy('property_answers'), now());
    await wakeOrders(deps, shop, ['dropship']);
    return settings;
  };
  router.get('/standing-answers', async (_req, res) => {
    const shop = shopOf(res);
    const {settings} = await loadStoredSettings(db, shop);
    res.json(await toAnswers({db}, shop, settings));
  });
  router.post('/standing-answers/forget', async (req, res) => {
    const shop = shopOf(res);
    const named = parseInput(ForgetInput, req.body);
    const changed = ({standingAnswers}: Rules) => ({standingAnswers: forget(standingAnswers, named)});
    res.json(await toAnswers({db}, shop, await change(shop, actorOf(res), changed)));
  });
  router.post('/standing-answers/property', async (req, res) => {
    const shop = shopOf(res);
    const answer = parseInput(PropertyAnswerInput, req.body);
    const settings = await changeProperties(shop, actorOf(res), (rules) => {
      const answers = rememberProperty(rules.propertyAnswers, answer);
      if (answers.length > mostStandingAnswers) throw tooMany();
      return answers;
    });
    res.json(await toAnswers({db}, shop, settings));
  });
  router.post('/standing-answers/forget-property', async (req, res) => {
    const shop = shopOf(res);
    const {name} = parseInput(ForgetPropertyInput, req.body);
    const changed = (rules: Rules) => forgetProperty(rules.propertyAnswers, name);
    res.json(await toAnswers({db}, shop, await changeProperties(shop, actorOf(res), changed)));
  });
  return router;
}

const tooMany = () =>
  new Refusal(
    422,
    'too_many_answers',
    `At most ${mostStandingAnswers} answers are kept. Forget some under Settings first.`,
  );

async function toAnswers(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  {orders: {standingAnswers, propertyAnswers}}: Settings,
): Promise<StandingAnswers> {
  const ids = standingAnswers.flatMap(({articleId}) => {
    const id = ArticleId.safeParse(articleId);
    return id.success ? [id.data] : [];
  });
  const names = new Map<string, string>(await loadArticleNames(db, shop, ids));
  return {
    answers: standingAnswers.map((answer) => ({...answer, articleName: names.get(answer.articleId ?? '') ?? null})),
    properties: [...propertyAnswers],
  };
}
