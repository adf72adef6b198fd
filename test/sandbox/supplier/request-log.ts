import type {Call} from './call.ts';
import type {Api} from './keys.ts';

/** One request as the service saw it. `status` is 0 until, and where, no whole answer left. `at` in ms. */
export type SeenRequest = {
  api: Api;
  method: string;
  a: string;
  params: Readonly<Record<string, string>>;
  at: number;
  status: number;
};

/** The last requests are kept whole, all of them are counted: a benchmark makes more than memory should hold. */
const KEPT = 50_000;

export function openRequestLog() {
  let seen: SeenRequest[] = [];
  const counts = new Map<string, number>();
  let orderPosts = 0;
  return {
    note(call: Call, at: number): SeenRequest {
      const {a: _, ...params} = Object.fromEntries(call.params);
      const request: SeenRequest = {api: call.api, method: call.method, a: call.a, params, at, status: 0};
      seen.push(request);
      if (seen.length >= 2 * KEPT) seen = seen.slice(-KEPT);
      const key = keyOf(call.api, call.a);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (call.a === 'order' && call.method === 'POST') orderPosts++;
      return request;
    },
    requests: (): readonly SeenRequest[] => seen.slice(-KEPT),
    orderPosts: (): number => orderPosts,
    countOf: (api: Api, a: string): number => counts.get(keyOf(api, a)) ?? 0,
  };
}

function keyOf(api: Api, a: string): string {
  return `${api} ${a}`;
}
