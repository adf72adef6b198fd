// The merchant at the embedded page: the same HTTP API, with session tokens as App Bridge issues them.
import {randomUUID} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import type {z} from 'zod';
import type {PropertyMeaning} from '#domain/orders/properties/line-properties.ts';
import {Approvals, BrakeDecided} from '../../../server/http/contract/approvals.ts';
import {ArticleDetail, TakenOffSale} from '../../../server/http/contract/article.ts';
import {
  Articles,
  Asked,
  ManualChoices,
  Published,
  SeveralGivenBack,
  SeveralOffSale,
} from '../../../server/http/contract/articles.ts';
import {Delivery} from '../../../server/http/contract/buyers/delivery.ts';
import {Connection} from '../../../server/http/contract/connection.ts';
import type {OptionsInput} from '../../../server/http/contract/defined-options.ts';
import {Departure, type DepartureInput} from '../../../server/http/contract/departure/departure.ts';
import {DropshipOrderDetail, DropshipOrders, Entered} from '../../../server/http/contract/dropship-orders.ts';
import {ApiError} from '../../../server/http/contract/error.ts';
import type {DecideMatches} from '../../../server/http/contract/matches.ts';
import {
  Answered,
  type AnswersInput,
  Proposals,
  type ProposalsInput,
  Unanswered,
} from '../../../server/http/contract/options/unanswered.ts';
import {Shipping} from '../../../server/http/contract/order-money.ts';
import {StandingAnswers} from '../../../server/http/contract/order-settings.ts';
import {Overview, Sending} from '../../../server/http/contract/overview.ts';
import {Preview, RulesCount} from '../../../server/http/contract/preview.ts';
import {OwnPrices, type OwnPricesInput} from '../../../server/http/contract/products/own-prices.ts';
import {Run, Runs} from '../../../server/http/contract/runs.ts';
import {SetUpClosed, Trial} from '../../../server/http/contract/set-up.ts';
import {Choices, General, Pricing, ProductsPart, Rules} from '../../../server/http/contract/settings.ts';
import {FulfilmentService} from '../../../server/http/contract/shipping/fulfilment-service.ts';
import {ShippingProfile, type ShippingProfileInput} from '../../../server/http/contract/shipping/shipping-profile.ts';

type RuleInput = z.input<typeof Rules>['choice'][number];

export type Merchant = ReturnType<typeof createMerchant>;

/** Every answer is parsed by the contract; a refusal throws with the merchant's sentence. */
export function createMerchant(appUrl: string, sessionToken: () => string) {
  const ask = async <T>(method: string, path: string, schema: z.ZodType<T>, body?: unknown): Promise<T> => {
    const response = await fetch(`${appUrl}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${sessionToken()}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body === undefined ? {} : {body: JSON.stringify(body)}),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${ApiError.parse(answer).error.message}`);
    return schema.parse(answer);
  };
  const runs = () => ask('GET', '/runs', Runs);
  return {
    overview: () => ask('GET', '/overview', Overview),
    choices: () => ask('GET', '/choices', Choices),
    settings: () => ask('GET', '/settings/general', General),
    saveSettings: (settings: General) => ask('PUT', '/settings/general', General, settings),
    ...choosing(ask),
    ...deciding(ask),
    ...onArticle(ask),
    pricing: () => ask('GET', '/settings/pricing', Pricing),
    /** Names the preview that showed what the prices do, as the page does. */
    async savePricing(change: Partial<Pricing['pricing']>): Promise<Pricing> {
      const {pricing: saved} = await ask('GET', '/settings/pricing', Pricing);
      const pricing = {...saved, ...change};
      const {id} = await ask('POST', '/preview', Preview, {pricing});
      return ask('PUT', '/settings/pricing', Pricing, {pricing, previewId: id});
    },
    /** Without `previewId` it only shows what they would do. */
    ownPrices: (own: OwnPricesInput) => ask('POST', '/own-prices', OwnPrices, own),
    brakes: () => ask('GET', '/approvals', Approvals),
    discardBrake: (id: string) => ask('POST', `/brakes/${id}/discard`, BrakeDecided),
    releaseBrake: (id: string) => ask('POST', `/brakes/${id}/release`, BrakeDecided),
    connect: (api: 'catalogue' | 'dropship', key: string) => ask('PUT', `/connection/${api}-key`, Connection, {key}),
    decideMatches: (decision: DecideMatches['decision'], articleIds: DecideMatches['articleIds']) =>
      ask('POST', '/matches/decide', Asked, {decision, articleIds}),
    runs,
    startRun: (kind: 'full' | 'preview' = 'full') => ask('POST', '/runs', Run, {kind}),
    leaveOut: (articleIds: readonly string[]) =>
      ask('PUT', '/articles/hand', ManualChoices, {articleIds, hand: 'left_out'}),
    trial: () => ask('GET', '/set-up/trial', Trial),
    startTrial: () => ask('POST', '/set-up/trial', Run),
    closeSetUp: () => ask('POST', '/set-up/close', SetUpClosed),
    pauseSending: () => ask('POST', '/sending/pause', Sending),
    resumeSending: () => ask('POST', '/sending/resume', Sending),
    ...shippingOf(ask),
    ...leavingOf(ask),
    orders: () => ask('GET', '/dropship-orders', DropshipOrders),
    delivery: (id: string) => ask('GET', `/dropship-orders/${id}/delivery`, Delivery),
    /** The newest run once it has ended. */
    async lastRun(limitMs = 150_000): Promise<Run> {
      const ended = await until(limitMs, async () => {
        const [run] = (await runs()).runs;
        return run !== undefined && run.finishedAt !== null ? run : null;
      });
      return ended;
    },
  };
}

const articlePath = (id: string): string => `/articles/${encodeURIComponent(id)}`;

type Ask = <T>(method: string, path: string, schema: z.ZodType<T>, body?: unknown) => Promise<T>;

const leavingOf = (ask: Ask) => ({
  departure: () => ask('GET', '/departure', Departure),
  leave: (products: DepartureInput['products'], word?: string) =>
    ask('POST', '/departure', Departure, {products, ...(word === undefined ? {} : {word})}),
  tryLeavingAgain: () => ask('POST', '/departure/again', Departure),
  stopLeaving: () => ask('POST', '/departure/stop', Departure),
  startAgain: () => ask('POST', '/departure/end', Departure),
  undo: (runId: string) => ask('POST', `/runs/${runId}/undo`, Run),
  deleteProducts: (articleIds: readonly string[]) => ask('POST', '/articles/delete', Asked, {articleIds}),
});

const shippingOf = (ask: Ask) => ({
  /** Has the app read the store's rates and markets from Shopify now. */
  shipping: () => ask('GET', '/shipping', Shipping),
  shippingProfile: () => ask('GET', '/shipping-profile', ShippingProfile),
  /** Switches the shipping profile; by default the supplier's fees in the store's currency. */
  async switchProfile(want: ShippingProfileInput['want'], terms: Partial<ShippingProfileInput> = {}) {
    const {wish} = await ask('GET', '/shipping-profile', ShippingProfile);
    const input = {percent: 100, surcharge: 0, currency: 'store', want, wish, ...terms};
    return ask('PUT', '/shipping-profile', ShippingProfile, input);
  },
  fulfilmentService: () => ask('GET', '/fulfilment-service', FulfilmentService),
  /** Switches the fulfilment service; `wish`: the one that the page was shown with, by default the present one. */
  async switchService(want: FulfilmentService['want'], wish?: number) {
    const seen = wish ?? (await ask('GET', '/fulfilment-service', FulfilmentService)).wish;
    return ask('PUT', '/fulfilment-service', FulfilmentService, {want, wish: seen});
  },
  giveZoneBack: (zone: string) => ask('POST', `/shipping-profile/zones/${zone}/give-back`, ShippingProfile),
});

const choosing = (ask: Ask) => ({
  rules: () => ask('GET', '/settings/rules', Rules),
  /** @param changes the parts of the settings that differ from the saved ones. */
  preview: (changes: object) => ask('POST', '/preview', Preview, changes),
  countRules: (choice: readonly RuleInput[]) => ask('POST', '/rules/count', RulesCount, {choice}),
  /** @param previewId names the preview that showed what these rules do. */
  saveRules: (choice: readonly RuleInput[], previewId: string) =>
    ask('PUT', '/settings/rules', Rules, {choice, previewId}),
  /** @param changes parts of the settings of how products look and who writes them, with the id of their preview. */
  saveProducts: (changes: object) => ask('PUT', '/settings/products', ProductsPart, changes),
  /** One rule that includes these brands, saved with the preview that showed what it does, as the page does. */
  async choose(brands: readonly string[]): Promise<Preview> {
    const choice = [{id: 'chosen', effect: 'include', brands}];
    const seen = await ask('POST', '/preview', Preview, {choice});
    await ask('PUT', '/settings/rules', Rules, {choice, previewId: seen.id});
    return seen;
  },
});

/** What the merchant does on the page of an article. */
const onArticle = (ask: Ask) => ({
  article: (id: string) => ask('GET', articlePath(id), ArticleDetail),
  articles: (query: string) => ask('GET', `/articles?${query}`, Articles),
  defineOptions: (id: string, options: OptionsInput) =>
    ask('PUT', `${articlePath(id)}/options`, ArticleDetail, options),
  takeOffSale: (id: string) => ask('POST', `${articlePath(id)}/off-sale`, TakenOffSale),
  takeSeveralOffSale: (articleIds: readonly string[]) =>
    ask('POST', '/articles/off-sale', SeveralOffSale, {articleIds}),
  giveBack: (articleIds: readonly string[]) => ask('POST', '/articles/give-back', SeveralGivenBack, {articleIds}),
  publish: (articleIds: readonly string[] | 'all') => ask('POST', '/articles/publish', Published, {articleIds}),
  decideByHand: (id: string, hand: ArticleDetail['hand']) =>
    ask('PUT', `${articlePath(id)}/hand`, ArticleDetail, {hand}),
  unanswered: (option: 'sizes' | 'colours') => ask('GET', `/options/unanswered?option=${option}`, Unanswered),
  answerOptions: (answer: AnswersInput) => ask('POST', '/options/answers', Answered, answer),
  proposals: (input: z.input<typeof ProposalsInput>) => ask('POST', '/options/proposals', Proposals, input),
  takeOptionsBack: (id: string) => ask('DELETE', `${articlePath(id)}/options`, ArticleDetail),
});

/** What the merchant does on the page of an order. */
const deciding = (ask: Ask) => ({
  entered: (id: string) => ask('GET', `/dropship-orders/${id}/entered`, Entered),
  actOn: (id: string, action: string, input: object = {}) =>
    ask('POST', `/dropship-orders/${id}/${action}`, DropshipOrderDetail, input),
  answerProperty: (name: string, meaning: PropertyMeaning) =>
    ask('POST', '/standing-answers/property', StandingAnswers, {name, meaning}),
  forgetProperty: (name: string) => ask('POST', '/standing-answers/forget-property', StandingAnswers, {name}),
});

/** The first answer that is not null. */
export async function until<T>(limitMs: number, look: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error(`nothing came within ${limitMs / 1_000} s`);
    await wait(100);
  }
}
