// One shop's callers in a process of their own: each asks again as soon as it is answered.
import {z} from 'zod';
import {signSessionToken} from '../../sandbox/shopify/session-token.ts';
import {sendWebhooks} from '../orders/send-webhooks.ts';
import {answerQuestions} from './answer.ts';

const Start = z.object({
  kind: z.enum(['previews', 'exports', 'webhooks']),
  callers: z.number(),
  url: z.string(),
  shop: z.string(),
  keys: z.object({apiKey: z.string(), apiSecret: z.string()}),
});
type Start = z.infer<typeof Start>;

const asks = {
  previews: {method: 'POST', path: '/api/preview', body: '{}'},
  exports: {method: 'GET', path: '/api/articles.csv'},
} as const;

answerQuestions(async (input) => {
  const flood = Start.parse(input);
  const over = new AbortController();
  const counts = {served: 0, refused: 0};
  const callers = Array.from({length: flood.callers}, () => callOn(flood, counts, over.signal));
  return {
    counts: () => counts,
    async close() {
      over.abort();
      await Promise.allSettled(callers);
    },
  };
});

async function callOn(flood: Start, counts: {served: number; refused: number}, over: AbortSignal): Promise<void> {
  const {kind, url, shop, keys} = flood;
  while (!over.aborted) {
    if (kind === 'webhooks') {
      const {refused} = await sendWebhooks({url, shop, secret: keys.apiSecret}, 50, 1);
      counts.refused += refused;
      counts.served += 50 - refused;
      continue;
    }
    const {path, ...request} = asks[kind];
    const headers = {
      authorization: `Bearer ${signSessionToken(keys, shop, Date.now())}`,
      'content-type': 'application/json',
    };
    const answer = await fetch(`${url}${path}`, {...request, headers, signal: over});
    await answer.arrayBuffer();
    if (answer.ok) counts.served += 1;
    else if (answer.status === 429) counts.refused += 1;
    else throw new Error(`the flood was answered ${answer.status}`);
  }
}
