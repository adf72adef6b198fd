// A process that sends a store's mails and dies by SIGKILL at the named checkpoint: after a claim of a mail or a link, or after the mail server's answer.
import {once} from 'node:events';
import {flushCompileCache} from 'node:module';
import {z} from 'zod';
import {ShopDomain} from '#domain/ids.ts';
import {sendMails} from '../../../jobs/mail/send-mails.ts';
import {readConfig} from '../../../server/config.ts';
import {createDeps} from '../../../server/deps.ts';
import {createLog} from '../../../server/log.ts';

// Node writes its compiled code when a process ends by itself, so a killed one would write none.
flushCompileCache();

const Order = z.object({
  env: z.record(z.string(), z.string()),
  shop: ShopDomain,
  /** Where it dies; another word: it lives. */
  killAt: z.string(),
  /** What its clock shows. */
  now: z.iso.datetime(),
});
export type Order = z.input<typeof Order>;

const [line]: unknown[] = await once(process.stdin, 'data');
const {env, shop, killAt, now} = Order.parse(JSON.parse(String(line)));
const deps = await createDeps(readConfig(env), {
  log: createLog('silent'),
  now: () => new Date(now),
  checkpoint: (name) => {
    if (name === killAt) process.kill(process.pid, 'SIGKILL');
  },
});
await sendMails(deps, shop);
await deps.close();
process.stdout.write('it lives\n');
process.exit(0);
