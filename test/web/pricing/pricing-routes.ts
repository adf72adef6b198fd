// The part of the page's server that keeps the prices: like the app, it refuses prices without the preview that showed them.
import express from 'express';
import type {Articles} from '#contract/articles.ts';
import type {ApiError} from '#contract/error.ts';
import type {Shipping, StoreOrderMoney} from '#contract/order-money.ts';
import type {Preview} from '#contract/preview.ts';
import type {PriceExamples, PriceTry} from '#contract/pricing.ts';
import type {Pricing} from '#contract/settings.ts';
import type {ShippingProfile, ShippingProfileInput} from '#contract/shipping/shipping-profile.ts';
import {theMoney} from '../orders/money-answers.ts';
import {answer} from '../orders/store-routes.ts';

export type PricingAnswers = {
  pricing: Pricing;
  /** What prices do; left out: what settings do. */
  pricePreview?: (pricing: Pricing['pricing'], from: number) => Preview;
  preview: Preview;
  shipping: Shipping;
  priceTry: PriceTry;
  /** What the answers about prices wait for, by the end of their address; left out: nothing. */
  pricesWait?: Partial<Record<'preview' | 'try', Promise<void>>>;
  /** Chosen articles that prices are tried on; left out: none is chosen. */
  priceExamples?: PriceExamples['examples'];
  profile: ShippingProfile;
  /** What the profile is once the merchant wants something else of it; left out: as it was. */
  switchProfile?: (wanted: Omit<ShippingProfileInput, 'wish'> | {zone: string}) => ShippingProfile | ApiError;
  foundArticles?: Articles['articles'];
  /** What is left of a store order; left out: an order that leaves something. */
  storeOrderMoney?: StoreOrderMoney;
};

type Received = Record<'saved' | 'previewed' | 'tried', unknown[]> & {
  readonly clicked: {readonly path: string; readonly body: unknown}[];
};

export function pricingRoutes(answers: PricingAnswers, received: Received): express.Router {
  const {saved, previewed, tried} = received;
  const router = express.Router();
  router.use(profileRoutes(answers, received));
  router.get('/settings/pricing', (_request, response) => {
    response.json({...withVersion(answers.pricing)});
  });
  router.put('/settings/pricing', ({body}, response) => {
    const {version, pricing, previewId} = body;
    if (version !== withVersion(answers.pricing).version) return void response.status(409).json(changedMeanwhile);
    const isNew = JSON.stringify(pricing) !== JSON.stringify(answers.pricing.pricing);
    if (isNew && previewId === undefined) return void response.status(409).json(notSeen);
    saved.push({pricing, previewId});
    answers.pricing = {...answers.pricing, pricing};
    response.json(withVersion(answers.pricing));
  });
  router.post('/preview', async ({body}, response) => {
    previewed.push(body);
    await answers.pricesWait?.preview;
    response.json(answers.pricePreview?.(body.pricing, body.pricesFrom ?? 0) ?? answers.preview);
  });
  router.post('/pricing/try', async ({body}, response) => {
    tried.push(body);
    await answers.pricesWait?.try;
    const {article} = answers.priceTry;
    response.json(
      body.articleId === undefined
        ? {...answers.priceTry, article: null, cost: body.cost}
        : {...answers.priceTry, article},
    );
  });
  router.get('/pricing/examples', (_request, response) => {
    response.json({examples: answers.priceExamples ?? []} satisfies PriceExamples);
  });
  router.get('/store-orders/:gid/money', (_request, response) => {
    response.json(answers.storeOrderMoney ?? theMoney());
  });
  router.get('/shipping', (_request, response) => void response.json(answers.shipping));
  // Five are asked for where an article is looked for by its name.
  router.get('/articles', ({query}, response, next) => {
    if (query.limit !== '5') return next();
    const articles = answers.foundArticles ?? [];
    response.json({articles, nextCursor: null, total: articles.length, shipping: 'counted'} satisfies Articles);
  });
  return router;
}

function profileRoutes(answers: PricingAnswers, {clicked}: Received): express.Router {
  const router = express.Router();
  router.get('/shipping-profile', (_request, response) => void response.json(answers.profile));
  const change = (
    wanted: Omit<ShippingProfileInput, 'wish'> | {zone: string},
    path: string,
    response: express.Response,
  ) => {
    clicked.push({path, body: wanted});
    const changed = answers.switchProfile?.(wanted) ?? answers.profile;
    if (!('error' in changed)) answers.profile = changed;
    answer(response, changed);
  };
  router.put('/shipping-profile', ({body: {wish, ...wanted}, path}, response) => {
    if (wish === answers.profile.wish) change(wanted, path, response);
    else answer(response, changedMeanwhile);
  });
  router.post('/shipping-profile/zones/:zone/give-back', ({params: {zone}, path}, response) =>
    change({zone}, path, response),
  );
  return router;
}

/** A change of what is saved changes its version. */
const withVersion = (pricing: Pricing) => ({...pricing, version: JSON.stringify(pricing)});

const changedMeanwhile: ApiError = {
  error: {code: 'changed_meanwhile', message: 'These settings were saved elsewhere.'},
};
const notSeen: ApiError = {
  error: {code: 'preview_needed', message: 'Prices are saved once their effect was shown.'},
};
