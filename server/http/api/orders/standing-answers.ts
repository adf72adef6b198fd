// Routes for what is remembered for orders: the standing answers for articles and categories, and the meanings of properties that buyers
// fill in.
import {Router} from 'express';
import {ArticleId, type ShopDomain} from '#domain/ids.ts';
import {forgetProperty, rememberProperty} from '#domain/orders/properties/line-properties.ts';
import {codesFreedBy} from '#domain/orders/reasons.ts';
import {maxStandingAnswers, type Settings} from '#domain/settings/settings.ts';
import {forgetAnswer} from '#domain/standing-answers.ts';
import {changeOrderSettings} from '../../../actions/settings-change.ts';
import {loadArticleNames} from '../../../db/listings/listing-facts.ts';
import {makeDueByReason} from '../../../db/orders/due-orders.ts';
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

type StoredOrderSettings = Settings['orders'];

export function standingAnswerRoutes(deps: Pick<Deps, 'db' | 'log' | 'now' | 'queues'>): Router {
  const {db, now} = deps;
  const router = Router();
  const change = async (
    shop: ShopDomain,
    actor: string,
    changed: (rules: StoredOrderSettings) => Partial<StoredOrderSettings>,
  ): Promise<Settings> => {
    const entry = {actor, action: 'order_settings_changed' as const, subject: 'order-settings'};
    const all = (before: Settings): Settings => ({...before, orders: {...before.orders, ...changed(before.orders)}});
    return changeOrderSettings(db, shop, all, entry, now());
  };
  /** Saves property answers and makes the orders due that wait because of a property. */
  const changeProperties = async (
    shop: ShopDomain,
    actor: string,
    changed: (rules: StoredOrderSettings) => StoredOrderSettings['propertyAnswers'],
  ) => {
    const settings = await change(shop, actor, (rules) => ({propertyAnswers: changed(rules)}));
    await makeDueByReason(db, shop, codesFreedBy('property_answers'), now());
    await wakeOrders(deps, shop, ['dropship']);
    return settings;
  };
  router.get('/standing-answers', async (_req, res) => {
    const shop = shopOf(res);
    const {settings} = await loadStoredSettings(db, shop);
    res.json(await loadStandingAnswers({db}, shop, settings));
  });
  router.post('/standing-answers/forget', async (req, res) => {
    const shop = shopOf(res);
    const named = parseInput(ForgetInput, req.body);
    const changed = ({standingAnswers}: StoredOrderSettings) => ({
      standingAnswers: forgetAnswer(standingAnswers, named),
    });
    res.json(await loadStandingAnswers({db}, shop, await change(shop, actorOf(res), changed)));
  });
  router.post('/standing-answers/property', async (req, res) => {
    const shop = shopOf(res);
    const answer = parseInput(PropertyAnswerInput, req.body);
    const settings = await changeProperties(shop, actorOf(res), (rules) => {
      const answers = rememberProperty(rules.propertyAnswers, answer);
      if (answers.length > maxStandingAnswers) throw tooManyAnswers();
      return answers;
    });
    res.json(await loadStandingAnswers({db}, shop, settings));
  });
  router.post('/standing-answers/forget-property', async (req, res) => {
    const shop = shopOf(res);
    const {name} = parseInput(ForgetPropertyInput, req.body);
    const changed = (rules: StoredOrderSettings) => forgetProperty(rules.propertyAnswers, name);
    res.json(await loadStandingAnswers({db}, shop, await changeProperties(shop, actorOf(res), changed)));
  });
  return router;
}

const tooManyAnswers = () =>
  new Refusal(
    422,
    'too_many_answers',
    `At most ${maxStandingAnswers} answers are kept. Forget some under Settings first.`,
  );

/** The remembered answers with the names of their articles. */
async function loadStandingAnswers(
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
