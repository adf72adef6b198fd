// The stand-ins alone, for an app started by hand. They print the environment the app needs; with `--json` the first line
// says how to reach them.
import {randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {readFlags, refuse} from './flags.ts';
import {issueKeys, type PartnerKeys, type Sandbox, startSandbox} from './start.ts';

const {articles, seed, ...flags} = readFlags({
  json: {type: 'boolean', default: false, help: 'the first line says as JSON how to reach the stand-ins'},
  'market-driven': {type: 'boolean', default: false, help: 'shipping rates are those of the store’s markets'},
  'app-url': {
    type: 'string',
    default: `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`,
    help: 'where the app will be: webhooks go there',
  },
});
const appUrl = URL.parse(flags['app-url']);
if (appUrl === null || !/^https?:$/.test(appUrl.protocol))
  refuse('--app-url takes a web address, like http://127.0.0.1:3000.');

const sandbox = await startSandbox({articles, seed, isMarketDriven: flags['market-driven']});
sandbox.shopify.setAppUrl(appUrl.origin);
const keys = issueKeys(sandbox);
process.stdout.write(flags.json ? `${JSON.stringify(factsOf(sandbox, keys))}\n` : environmentOf(sandbox, keys, appUrl));
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await sandbox.close();

function factsOf({supplier, shopify, mailbox, shop}: Sandbox, {catalogue, dropship}: PartnerKeys) {
  return {
    supplierUrl: supplier.url,
    catalogueKey: catalogue,
    dropshipKey: dropship,
    shopifyOrigin: shopify.origin,
    shop,
    apiKey: shopify.apiKey,
    apiSecret: shopify.apiSecret,
    smtpUrl: mailbox.url,
  };
}

/** Ready for .env. The data are as new as the stand-ins, which remember nothing of a former start. */
function environmentOf(
  {supplier, shopify, mailbox, shop}: Sandbox,
  {catalogue, dropship}: PartnerKeys,
  app: URL,
): string {
  const run = randomBytes(4).toString('hex');
  const variables = {
    HOST: app.origin,
    ...(app.port === '' ? {} : {PORT: app.port}),
    SHOPIFY_API_KEY: shopify.apiKey,
    SHOPIFY_API_SECRET: shopify.apiSecret,
    SHOPIFY_ORIGIN: shopify.origin,
    SUPPLIER_URL: supplier.url,
    SUPPLIER_SUPPORT_EMAIL: 'trade@supplier.example',
    SUPPORT_EMAIL: 'support@app.example',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'piecewise@app.example',
    ENCRYPTION_KEYS: `sandbox:${randomBytes(32).toString('base64')}`,
    DATA_FOLDER: `.data/sandbox-${run}`,
    QUEUE_PREFIX: `sandbox-${run}`,
  };
  const lines = [
    '# Copy this block to .env while this runs, then run npm run build and npm start. With a DATABASE_URL of an empty database,',
    '# run npm run worker as well.',
    ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    '',
    '# The keys the app asks for; more of them are issued at the supplier’s page.',
    `# Catalogue key ${catalogue}`,
    `# Dropship key  ${dropship}`,
    `# Supplier      ${supplier.url}/keys`,
    `# Mailbox       ${shopify.origin}/sandbox/mailbox`,
    '',
    `# Open ${shopify.origin}/admin/${shop.replace('.myshopify.com', '')}`,
  ];
  return `${lines.join('\n')}\n`;
}
