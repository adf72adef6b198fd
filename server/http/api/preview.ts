// Shows the effect of settings on the store before they are saved, calculated by the code a run uses.
import {type Response, Router} from 'express';
import type {z} from 'zod';
import {ChoiceRule} from '#domain/catalogue/choice-rule.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {paymentNote, taxNote} from '#domain/margins/product-margin.ts';
import {soldZonesNote} from '#domain/orders/sold-zones.ts';
import {paymentTermsOf} from '#domain/pricing/sales-terms.ts';
import {Settings} from '#domain/settings/settings.ts';
import {choiceFingerprint, toChoiceBasis, toPriceStore} from '../../db/catalogue/choice.ts';
import {loadArticleNames, loadArticlePictures} from '../../db/listings/listing-facts.ts';
import {loadStoreSales} from '../../db/shops/shipping-rates.ts';
import {loadShop, loadStoredSettings, type Shop} from '../../db/shops/shops.ts';
import type {Deps} from '../../deps.ts';
import {effectFingerprint, loadManualChoiceFingerprint} from '../../preview/effect-print.ts';
import {previewSettings} from '../../preview/settings-preview.ts';
import type {StoppedArticle} from '../../preview/sum.ts';
import {type Preview, PreviewInput, type RulesCount, RulesCountInput} from '../contract/preview.ts';
import {parseInput, Refusal} from '../refusal.ts';
import {shopOf} from '../session.ts';
import {writePreviewId} from './preview-id.ts';

/** From this number of variants on, a store below Plus may create at most 1,000 a day. https://shopify.dev/docs/api/usage/limits */
const variantThreshold = 50_000;

type PreviewDeps = Pick<Deps, 'db' | 'digest' | 'now' | 'sealer'>;

export function previewRoutes(deps: PreviewDeps): Router {
  const {db, digest} = deps;
  const router = Router();
  router.post('/preview', async (req, res) => {
    const {stoppedFrom, pricesFrom, charges, ...changes} = parseInput(PreviewInput, req.body ?? {});
    await answerPreview(deps, res, (saved) => ({...saved, ...changes}), {stoppedFrom, pricesFrom, charges});
  });
  router.post('/rules/count', async (req, res) => {
    const {choice} = parseInput(RulesCountInput, req.body);
    const {facts, settings} = await loadShopAndSettings(deps, res);
    const proposed = {...settings, choice: choice.map((rule) => ChoiceRule.parse(rule))};
    const basis = {settings: proposed, store: toPriceStore(facts), digest, zones: [], countsOnly: true};
    const sum = await previewSettings(db, shopOf(res), basis, signalOnClose(res));
    if (sum === null) return void res.end();
    const {chosen, quarantined, products, variants, variantsEstimated, unread, created, retired, restored} = sum;
    const held = Object.values(sum.held).reduce((all, count) => all + count, 0);
    const answer: RulesCount = {
      chosen,
      held,
      quarantined,
      products,
      variants,
      variantsEstimated,
      unread,
      created,
      retired,
      restored,
      examples: [...sum.examples],
    };
    res.json(answer);
  });
  return router;
}

/** Which parts of a long preview are asked for, and whether to calculate `charges`. */
type PreviewParts = Partial<Pick<PreviewInput, 'stoppedFrom' | 'pricesFrom' | 'charges'>>;

/** Previews the changed settings and answers the effect; ends without an answer if the caller has disconnected. */
async function answerPreview(
  deps: PreviewDeps,
  res: Response,
  change: (saved: Settings) => z.input<typeof Settings>,
  {stoppedFrom = 0, pricesFrom = 0, charges = false}: PreviewParts = {},
): Promise<void> {
  const {db, digest} = deps;
  const shop = shopOf(res);
  const {facts, settings: saved} = await loadShopAndSettings(deps, res);
  const settings = Settings.parse(change(saved));
  const {terms, sold, shipping} = await loadStoreSales(db, facts, settings);
  const wanted = {pricesFrom, charges, shipping: terms?.shipping ?? null};
  const basis = {settings, store: toPriceStore(facts), digest, zones: sold.zones, ...wanted};
  // Read before the articles, because the preview does not show what is chosen by hand meanwhile.
  const hand = await loadManualChoiceFingerprint(db, shop);
  const sum = await previewSettings(db, shop, basis, signalOnClose(res));
  if (sum === null) return void res.end();
  const choice = toChoiceBasis(settings, facts);
  const seen = {
    choice: choiceFingerprint(choice),
    effect: effectFingerprint({settings, store: basis.store, zones: sold.zones, hand}),
  };
  const id = writePreviewId(deps, shop, seen);
  const shown = sum.prices.map(({articleId}) => articleId);
  const pictures = await loadArticlePictures(db, shop, shown);
  const prices = sum.prices.map((price) => ({
    ...price,
    image: pictures.get(price.articleId) ?? null,
    zones: price.zones.map((zone) => ({...zone})),
  }));
  const stopped = await loadStoppedPage(deps, shop, sum.stopped, stoppedFrom);
  const tax = taxNote({...basis.store, vatPercent: settings.pricing.vatPercent});
  const payment = paymentNote(paymentTermsOf(settings.pricing));
  const notes = [soldZonesNote(sold), ...[payment, tax].filter((note) => note !== null)];
  const charged = [...sum.charges.values()].map((charge) => ({...charge}));
  const {examples: _, ...figures} = sum;
  const answer: Preview = {id, ...figures, prices, charges: charged, stopped, shipping, notes, variantThreshold};
  res.json(answer);
}

const stoppedPerPage = 500;

/** The articles that the next run would stop, from the index `from` on, at most 500, with their names. */
async function loadStoppedPage(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  stopped: readonly StoppedArticle[],
  from: number,
): Promise<Preview['stopped']> {
  const page = stopped.slice(from, from + stoppedPerPage);
  const names = await loadArticleNames(
    db,
    shop,
    page.map(({articleId}) => articleId),
  );
  const next = from + page.length;
  return {
    total: stopped.length,
    items: page.map((item) => ({...item, name: names.get(item.articleId) ?? ''})),
    nextFrom: next < stopped.length ? next : null,
  };
}

/** The shop's row and its settings, which are not checked for being readable; throws a 404 if the app is not installed. */
async function loadShopAndSettings(
  {db}: Pick<Deps, 'db'>,
  res: Response,
): Promise<{readonly facts: Shop; readonly settings: Settings}> {
  const shop = shopOf(res);
  const facts = await loadShop(db, shop);
  if (facts === null) throw new Refusal(404, 'not_installed', 'The app is not installed in this store.');
  return {facts, settings: (await loadStoredSettings(db, shop)).settings};
}

/** A signal that aborts when the connection closes, because the page was closed or asked again: the result is not needed then. */
export function signalOnClose(res: Response): AbortSignal {
  const controller = new AbortController();
  res.on('close', () => controller.abort());
  return controller.signal;
}
