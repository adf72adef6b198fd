// A process that renews a store's token and dies by SIGKILL the moment Shopify's whole answer is there: before it is stored.
import diagnostics from 'node:diagnostics_channel';
import {once} from 'node:events';
import {flushCompileCache} from 'node:module';
import {z} from 'zod';
import {ShopDomain} from '#domain/ids.ts';
import {readConfig} from '../../../server/config.ts';
import {createDeps} from '../../../server/deps.ts';
import {createLog} from '../../../server/log.ts';

// Node writes its compiled code when a process ends by itself, so a killed one would write none.
flushCompileCache();

const Order = z.object({
  env: z.record(z.string(), z.string()),
  shop: ShopDomain,
  /** How far its clock is ahead. */
  aheadMs: z.number(),
});
export type Order = z.input<typeof Order>;

const [line]: unknown[] = await once(process.stdin, 'data');
const {env, shop, aheadMs} = Order.parse(JSON.parse(String(line)));
const deps = await createDeps(readConfig(env), {
  log: createLog('silent'),
  now: () => new Date(Date.now() + aheadMs),
});
diagnostics.subscribe('undici:request:trailers', () => process.kill(process.pid, 'SIGKILL'));
await deps.tokens.get(shop);
process.stdout.write('it lives\n');
process.exit(0);
