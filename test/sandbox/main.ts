// The two stand-ins alone, for an app started by hand. `--json`: the first line says how to reach them.
import {once} from 'node:events';
import {parseArgs} from 'node:util';
import {startSandbox} from './start.ts';

const {values: flags} = parseArgs({
  options: {
    json: {type: 'boolean', default: false},
    articles: {type: 'string', default: '1200'},
    seed: {type: 'string', default: '1'},
    'app-url': {type: 'string', default: 'http://127.0.0.1:3000'},
  },
});

const {supplier, shopify, shop, keys, close} = await startSandbox({
  articles: Number(flags.articles),
  seed: Number(flags.seed),
});
shopify.setAppUrl(flags['app-url']);
const facts = {
  supplierUrl: supplier.url,
  catalogueKey: keys.catalogue,
  dropshipKey: keys.dropship,
  shopifyOrigin: shopify.origin,
  shop,
  apiKey: shopify.apiKey,
  apiSecret: shopify.apiSecret,
};
if (flags.json) process.stdout.write(`${JSON.stringify(facts)}\n`);
else for (const [name, value] of Object.entries(facts)) process.stdout.write(`${name.padEnd(14)} ${value}\n`);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await close();
