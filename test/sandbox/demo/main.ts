// The demo: a supplier, a store and the app on this machine; a first import, a second run that has nothing to do, and ten
// shoppers. `--exit` stops after that, `--json` makes the last line JSON. `--empty` plays nothing: the app is installed in the
// store, and everything else is left to the visitor.
import {once} from 'node:events';
import {readFlags, refuse} from '../flags.ts';
import {issueKeys, type Sandbox, startSandbox} from '../start.ts';
import {type AppProcesses, startAppProcesses} from './app-processes.ts';
import {buildPage} from './build-page.ts';
import {freePort} from './free-port.ts';
import {importCatalogue} from './import-catalogue.ts';
import {playKilledWorker} from './killed-worker.ts';
import {createMerchant} from './merchant.ts';
import {printOrders, printRuns, say, sayThatMarketsShip, sayWhereToBegin} from './report.ts';
import {letShoppersOrder, opens, playOrders, prepareShopping} from './shopper.ts';

/** Of fewer, some seeds draw too few with a colour and a size for every shopper to buy one of her own. */
const fewestArticles = 50;

const no = {type: 'boolean', default: false} as const;
const flags = readFlags(
  {
    exit: {...no, help: 'stops after the simulation'},
    json: {...no, help: 'makes the last line JSON'},
    empty: {...no, help: 'simulates nothing: the app is installed, and you set it up'},
    currency: {type: 'string', default: 'EUR', help: 'the store’s currency, with --empty'},
    'market-driven': {...no, help: 'shipping rates are those of the store’s markets'},
  },
  fewestArticles,
);
if (flags.empty && (flags.exit || flags.json)) refuse('--empty plays nothing, so it goes without --exit and --json.');

if (!Intl.supportedValuesOf('currency').includes(flags.currency)) refuse('--currency takes a currency, such as CHF.');
if (flags.currency !== 'EUR' && !flags.empty)
  refuse('--currency goes with --empty, because the merchant sets the exchange rate.');

const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
buildPage();
const {articles, seed, currency} = flags;
const sandbox = await startSandbox({articles, seed, currency, isMarketDriven: flags['market-driven']});
const app = await startAppProcesses({
  port: await freePort(),
  supplierUrl: sandbox.supplier.url,
  shopifyOrigin: sandbox.shopify.origin,
  apiKey: sandbox.shopify.apiKey,
  apiSecret: sandbox.shopify.apiSecret,
  smtpUrl: sandbox.mailbox.url,
});
if (flags['market-driven']) sayThatMarketsShip();
let isPlayed = false;
try {
  await Promise.race([flags.empty ? wait(sandbox, app) : play(sandbox, app), interrupted]);
} finally {
  await app.stop();
  await sandbox.close();
}
// Cut short, the play may still be waiting for something.
process.exit(isPlayed ? 0 : 130);

async function wait({supplier, shopify, shop}: Sandbox, running: AppProcesses): Promise<void> {
  shopify.setAppUrl(running.url);
  sayWhereToBegin({
    admin: `${shopify.origin}/admin/${shop.replace('.myshopify.com', '')}`,
    supplier: `${supplier.url}/keys`,
    shop,
    engines: running.engines,
  });
  isPlayed = true;
  await interrupted;
}

async function play(parts: Sandbox, running: AppProcesses): Promise<void> {
  const {supplier, shopify, shop, plan} = parts;
  shopify.setAppUrl(running.url);
  const store = shopify.shop(shop);
  say(`The app runs as ${running.engines}.`);
  say(
    `The stand-in store ${shop} is on the ${plan} plan: Shopify gives it 1,000 points a second, ten times the standard plan.`,
  );

  letShoppersOrder(store);
  const merchant = createMerchant(running.url, () => shopify.sessionToken(shop));
  const imported = await importCatalogue(merchant, supplier, store, issueKeys(parts));
  printRuns(imported);

  const shopping = prepareShopping(merchant, store, supplier);
  const played = await playOrders(shopping);
  const last = running.crew === null ? null : await playKilledWorker(shopping, running.crew);
  const scenes = last === null ? played : [...played, last.scene];
  const orders = scenes.flatMap((scene) => scene.orders);
  const links = orders.flatMap(({checkoutUrl}) => (checkoutUrl === null ? [] : [checkoutUrl]));
  const opened = await Promise.all(links.map(opens));
  const atSupplier = new Set(supplier.orders().map(({reference}) => reference));
  printOrders(scenes, {
    opened: opened.filter(Boolean).length,
    atSupplier: atSupplier.size,
    stays: !flags.exit,
  });
  if (atSupplier.size !== supplier.orders().length) throw new Error('the supplier has an order twice');
  if (opened.includes(false)) throw new Error('a checkout link did not open');

  isPlayed = true;
  if (!flags.exit) {
    say('');
    say(`Open ${shopify.origin}/ for the admin and the store, ${supplier.url}/ for the supplier. Ctrl+C ends it all.`);
  }
  if (flags.json)
    process.stdout.write(`${JSON.stringify({...imported.summary, orders, killed: last?.killed ?? null})}\n`);
  if (!flags.exit) await interrupted;
}
