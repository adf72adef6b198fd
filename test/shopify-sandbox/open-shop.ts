// What the tests of this folder share: a sandbox on a clock turned by hand, and a client that holds a token.

import {onTestFinished} from 'vitest';
import {z} from 'zod';
import {type ShopControl, type ShopifyOptions, type ShopifySandbox, startShopify} from '../sandbox/shopify/start.ts';

export const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange';
const idToken = 'urn:ietf:params:oauth:token-type:id_token';
const offlineToken = 'urn:shopify:params:oauth:token-type:offline-access-token';

export const Pair = z.object({
  access_token: z.string(),
  scope: z.string(),
  expires_in: z.number(),
  refresh_token: z.string(),
  refresh_token_expires_in: z.number(),
});

const GraphQLAnswer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.looseObject({code: z.string().optional()}).optional(),
      }),
    )
    .optional(),
  extensions: z
    .object({
      cost: z.object({
        requestedQueryCost: z.number(),
        actualQueryCost: z.number().nullable(),
        throttleStatus: z.object({
          maximumAvailable: z.number(),
          currentlyAvailable: z.number(),
          restoreRate: z.number(),
        }),
      }),
    })
    .optional(),
});

export type GraphQLAnswer = z.infer<typeof GraphQLAnswer>;

export type Reply = {readonly status: number; readonly body: unknown};

export type OpenShop = {
  readonly sandbox: ShopifySandbox;
  readonly shop: ShopControl;
  readonly turn: (ms: number) => void;
  readonly now: () => number;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Reply>;
  readonly exchange: (changes?: Record<string, unknown>) => Promise<Reply>;
  readonly refresh: (refreshToken: string) => Promise<Reply>;
  /** With a token of its own, exchanged hourly, unless another is given. */
  readonly gql: (query: string, variables?: Record<string, unknown>, token?: string) => Promise<GraphQLAnswer>;
  /** The data of an answer that must have no errors, top-level or user. */
  readonly done: <T>(shape: z.ZodType<T>, query: string, variables?: Record<string, unknown>) => Promise<T>;
};

/** More than the app asks for, so that everything the sandbox models can be seen. */
const scopes = [
  'write_products',
  'write_publications',
  'write_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_customers',
  'read_locations',
];

/** The standard plan, so that limits are near; the clock starts on a fixed morning. */
export async function openShop(options: ShopifyOptions = {}): Promise<OpenShop> {
  let time = Date.parse('2026-11-20T09:00:00Z');
  const now = () => time;
  const shops = [{domain: 'test-store.myshopify.com', plan: 'standard' as const, scopes}];
  const sandbox = await startShopify({now, shops, webhookTopics: [], assessesAfterMs: 0, ...options});
  onTestFinished(() => sandbox.close());
  const shop = sandbox.shop();
  shop.dropDefinition('$app', 'listing_key');
  shop.dropDefinition('$app', 'article_id');
  shop.defineMetafield(listingKey);

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> => {
    const response = await fetch(sandbox.origin + path, {
      method: 'POST',
      headers: {'content-type': 'application/json', 'x-forwarded-host': shop.domain, ...headers},
      body: JSON.stringify(body),
    });
    return {status: response.status, body: await response.json()};
  };
  const tokenRequest = (body: Record<string, unknown>) =>
    post('/admin/oauth/access_token', {client_id: sandbox.apiKey, client_secret: sandbox.apiSecret, ...body});
  const exchange = (changes: Record<string, unknown> = {}) =>
    tokenRequest({
      grant_type: exchangeGrant,
      subject_token: sandbox.sessionToken(shop.domain),
      subject_token_type: idToken,
      requested_token_type: offlineToken,
      expiring: '1',
      ...changes,
    });
  let own: {readonly token: Promise<string>; readonly since: number} | undefined;
  const ownToken = () => {
    if (own === undefined || time - own.since >= 3_600_000) {
      own = {token: exchange().then(({body}) => Pair.parse(body).access_token), since: time};
    }
    return own.token;
  };
  const gql = async (query: string, variables: Record<string, unknown> = {}, token?: string) => {
    const headers = {'x-shopify-access-token': token ?? (await ownToken())};
    const reply = await post('/admin/api/2026-10/graphql.json', {query, variables}, headers);
    return GraphQLAnswer.parse(reply.body);
  };
  return {
    sandbox,
    shop,
    turn: (ms) => void (time += ms),
    now,
    post,
    exchange,
    refresh: (refresh_token) => tokenRequest({grant_type: 'refresh_token', refresh_token}),
    gql,
    async done(shape, query, variables) {
      const answer = await gql(query, variables);
      if (answer.errors !== undefined) throw new Error(answer.errors.map(({message}) => message).join('; '));
      const refused = userErrorsOf(answer);
      if (refused.length > 0) throw new Error(refused.map(({message}) => message).join('; '));
      return shape.parse(answer.data);
    },
  };
}

const UserErrors = z.object({
  userErrors: z.array(
    z.object({code: z.string().nullish(), field: z.array(z.string()).nullish(), message: z.string()}),
  ),
});

export type SeenUserError = z.infer<typeof UserErrors>['userErrors'][number];

/** The user errors of all mutations in an answer. */
export function userErrorsOf(answer: GraphQLAnswer): SeenUserError[] {
  return Object.values(answer.data ?? {}).flatMap((payload) => UserErrors.safeParse(payload).data?.userErrors ?? []);
}

export const listingKey = {
  name: 'Supplier listing',
  namespace: '$app',
  key: 'listing_key',
  type: 'id',
  ownerType: 'PRODUCT',
  capabilities: {adminFilterable: {enabled: true}},
};

export const productSet = `mutation Set($identifier: ProductSetIdentifiers, $input: ProductSetInput!) {
  productSet(synchronous: true, identifier: $identifier, input: $input) {
    product { id status updatedAt variants(first: 50) { nodes { id price } } media(first: 20) { nodes { id status } } }
    userErrors { code field message }
  }
}`;

export const SetAnswer = z.object({
  productSet: z.object({
    product: z.object({
      id: z.string(),
      status: z.string(),
      updatedAt: z.string(),
      variants: z.object({nodes: z.array(z.object({id: z.string(), price: z.string()}))}),
      media: z.object({nodes: z.array(z.object({id: z.string(), status: z.string()}))}),
    }),
  }),
});

export const oneVariant = {
  productOptions: [{name: 'Title', values: [{name: 'Default Title'}]}],
  variants: [
    {
      optionValues: [{optionName: 'Title', name: 'Default Title'}],
      sku: 'A-1001',
      price: '19.90',
      inventoryItem: {tracked: false, cost: '9.50'},
    },
  ],
};

export const sizes = (...names: string[]) => ({
  productOptions: [{name: 'Size', values: names.map((name) => ({name}))}],
  variants: names.map((name) => ({
    optionValues: [{optionName: 'Size', name}],
    price: '19.90',
    inventoryItem: {tracked: false},
  })),
});

/** Variables of productSet for an article, as the app sends them. */
export function article(id: string, changes: Record<string, unknown> = {}) {
  return {
    identifier: {customId: {namespace: '$app', key: 'listing_key', value: id}},
    input: {
      title: `Linen shirt ${id}`,
      status: 'ACTIVE',
      metafields: [{namespace: '$app', key: 'listing_key', type: 'id', value: id}],
      ...oneVariant,
      ...changes,
    },
  };
}

/** So many variants of a product, in sizes and colours: one option has at most 100 values. */
export function manyVariants(count: number) {
  const variants = Array.from({length: count}, (_, n) => ({
    optionValues: [
      {optionName: 'Size', name: `W${n % 100}`},
      {optionName: 'Colour', name: `C${Math.floor(n / 100)}`},
    ],
  }));
  const valuesAt = (option: 0 | 1) =>
    [...new Set(variants.map(({optionValues}) => optionValues[option]?.name ?? ''))].map((name) => ({name}));
  return {
    productOptions: [
      {name: 'Size', values: valuesAt(0)},
      {name: 'Colour', values: valuesAt(1)},
    ],
    variants,
  };
}
