// The two stand-ins alone, for an app started by hand. `--json`: the first line says how to reach them.
import {once} from 'node:events';
import {readFlags} from './flags.ts';
import {issueKeys, startSandbox} from './start.ts';

const {articles, seed, ...flags} = readFlags({
  json: {type: 'boolean', default: false},
  /** Where webhooks go, once an app listens there. */
  'app-url': {type: 'string', default: `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`},
});
const sandbox = await startSandbox({articles, seed});
const {supplier, shopify, shop, close} = sandbox;
const keys = issueKeys(sandbox);
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
