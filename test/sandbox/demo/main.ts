// The demo: a supplier, a store and the app on this machine; a first import, a second run that has nothing to do, and five
// shoppers. `--exit` stops after that, `--json` makes the last line JSON.
import {once} from 'node:events';
import {createServer} from 'node:net';
import {parseArgs} from 'node:util';
import {type Sandbox, startSandbox} from '../start.ts';
import {type AppProcesses, startAppProcesses} from './app-processes.ts';
import {buildPage} from './build-page.ts';
import {importCatalogue} from './import-catalogue.ts';
import {createMerchant} from './merchant.ts';
import {printOrders, printRuns, say} from './report.ts';
import {opens, placeOrders, whatBecameOf} from './shopper.ts';

const {values: flags} = parseArgs({
  options: {
    exit: {type: 'boolean', default: false},
    json: {type: 'boolean', default: false},
    articles: {type: 'string', default: '1200'},
    seed: {type: 'string', default: '1'},
  },
});

buildPage();
const sandbox = await startSandbox({articles: Number(flags.articles), seed: Number(flags.seed)});
const app = await startAppProcesses({
  port: await freePort(),
  supplierUrl: sandbox.supplier.url,
  shopifyOrigin: sandbox.shopify.origin,
  apiKey: sandbox.shopify.apiKey,
  apiSecret: sandbox.shopify.apiSecret,
});
try {
  await play(sandbox, app);
} finally {
  await app.stop();
  await sandbox.close();
}

async function play({supplier, shopify, shop, plan, keys}: Sandbox, running: AppProcesses): Promise<void> {
  shopify.setAppUrl(running.url);
  const store = shopify.shop(shop);
  say(`The app runs as ${running.engines}.`);
  say(
    `The stand-in store ${shop} is on the ${plan} plan: Shopify gives it 1,000 points a second, ten times the standard plan.`,
  );

  const merchant = createMerchant(running.url, () => shopify.sessionToken(shop));
  const imported = await importCatalogue(merchant, supplier, store, keys);
  printRuns(imported);

  const placed = placeOrders(store);
  const orders = await whatBecameOf(merchant, placed);
  const links = orders.flatMap(({checkoutUrl}) => (checkoutUrl === null ? [] : [checkoutUrl]));
  const opened = await Promise.all(links.map(opens));
  printOrders(orders, opened.filter(Boolean).length);
  if (opened.includes(false)) throw new Error('a checkout link did not open');

  if (flags.exit) {
    if (flags.json) process.stdout.write(`${JSON.stringify({...imported.summary, orders})}\n`);
    return;
  }
  say('');
  say(`Open ${shopify.origin}/ for the admin and the store, ${supplier.url}/ for the supplier. Ctrl+C ends it all.`);
  if (flags.json) process.stdout.write(`${JSON.stringify({...imported.summary, orders})}\n`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port was found');
  return address.port;
}
