// A shop of a released program: both stand-ins of today, that program's web process and worker on a Postgres database, and a merchant who asks
// its API as it was then.
import {randomUUID} from 'node:crypto';
import {addressOf, appEnv, type Child, said, start} from '../../processes/child.ts';
import {until} from '../../sandbox/demo/merchant.ts';
import {type ShopControl, type ShopifySandbox, startShopify} from '../../sandbox/shopify/start.ts';
import {type SupplierSandbox, startSupplier} from '../../sandbox/supplier/start.ts';

/** What the dumps are sealed with: known to everybody, so never to be used for real data. */
export const dumpKey = 'k1:ZHVtcHMgb2YgcmVsZWFzZXMgYXJlIG1hZGUtdXAgOi0=';

/** The store of the stand-in. */
export const playedDomain = 'piecewise-demo.myshopify.com';

export type Program = {
  readonly web: Child;
  readonly worker: Child;
  readonly url: string;
};

export type PlayedShop = {
  readonly supplier: SupplierSandbox;
  readonly shopify: ShopifySandbox;
  readonly store: ShopControl;
  readonly shop: string;
  /** Starts both processes of the program in `folder` and waits until they work. Webhooks go to the one that was started last. */
  readonly startProgram: (folder: string) => Promise<Program>;
  readonly startWorker: (folder: string) => Promise<Child>;
  /** Throws where the answer is an error. */
  readonly ask: (program: Pick<Program, 'url'>, method: string, path: string, body?: object) => Promise<Answer>;
  readonly close: () => Promise<void>;
};

/** Any of the fields that answers have had. */
export type Answer = Readonly<Record<string, unknown>>;

export async function openPlayedShop(databaseUrl: string): Promise<PlayedShop> {
  const supplier = await startSupplier({articles: 70, servesImages: true});
  const shopify = await startShopify({assessesAfterMs: 0});
  const store = shopify.shop(playedDomain);
  const children: Child[] = [];
  const env = appEnv({
    DATABASE_URL: databaseUrl,
    SHOPIFY_API_KEY: shopify.apiKey,
    SHOPIFY_API_SECRET: shopify.apiSecret,
    SHOPIFY_ORIGIN: shopify.origin,
    SUPPLIER_URL: supplier.url,
    ENCRYPTION_KEYS: dumpKey,
  });
  const begin = (file: string, folder: string): Child => {
    const child = start(file, env, [], folder);
    children.push(child);
    return child;
  };
  const startWorker = async (folder: string): Promise<Child> => {
    const worker = begin('jobs/main.ts', folder);
    await said(worker, /"(working)"/);
    return worker;
  };
  return {
    supplier,
    shopify,
    store,
    shop: store.domain,
    startWorker,
    async startProgram(folder) {
      const web = begin('server/main.ts', folder);
      const url = await addressOf(web);
      shopify.setAppUrl(url);
      return {web, url, worker: await startWorker(folder)};
    },
    async ask({url}, method, path, body) {
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${shopify.sessionToken(store.domain)}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        ...(body === undefined ? {} : {body: JSON.stringify(body)}),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text.startsWith('{') ? (JSON.parse(text) as Answer) : {text};
    },
    async close() {
      await Promise.all(children.map((child) => child.stop('SIGKILL')));
      await shopify.close();
      await supplier.close();
    },
  };
}

/** Entries of a list in an answer. */
export const listIn = (answer: Answer, name: string): readonly Answer[] => {
  const list = answer[name];
  if (!Array.isArray(list)) throw new Error(`no list ${name} in ${JSON.stringify(answer).slice(0, 300)}`);
  return list as readonly Answer[];
};

/** The newest run, once it has ended. */
export const endOfRun = ({ask}: PlayedShop, program: Pick<Program, 'url'>): Promise<Answer> =>
  until(120_000, async () => {
    const [run] = listIn(await ask(program, 'GET', '/runs'), 'runs');
    return run !== undefined && run['finishedAt'] !== null ? run : null;
  });

/** The dropship orders of a store order, once `isReady` says so of each. Where that does not come, the error says what was there. */
export async function ordersOf(
  {ask}: PlayedShop,
  program: Pick<Program, 'url'> & Partial<Program>,
  gid: string,
  isReady: (order: Answer) => boolean,
  limitMs = 60_000,
): Promise<readonly Answer[]> {
  let seen: readonly Answer[] = [];
  try {
    return await until(limitMs, async () => {
      const orders = listIn(await ask(program, 'GET', '/dropship-orders'), 'orders');
      seen = orders.filter(({orderGid}) => orderGid === gid);
      return seen.length > 0 && seen.every(isReady) ? seen : null;
    });
  } catch (cause) {
    const states = JSON.stringify(seen.map(({state, reason}) => ({state, reason})));
    const logged = [program.web, program.worker].map((child) => child?.stdout().slice(-4_000) ?? '').join('\n');
    throw new Error(`${gid} has ${states}; the last that web process and worker logged:\n${logged}`, {cause});
  }
}

export const actOn = (
  {ask}: PlayedShop,
  program: Pick<Program, 'url'>,
  order: Answer | undefined,
  action: string,
  body: object = {},
): Promise<Answer> => ask(program, 'POST', `/dropship-orders/${String(order?.['id'])}/${action}`, body);
