// Nights of many shops: every shop asks for its run in the same second, as no spread over the hour would have it.
import {createHash} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import pMap from 'p-map';
import {Agent, request} from 'undici';
import {RunId} from '#domain/ids.ts';
import {saveQueuedRun} from '../../../server/db/runs/runs.ts';
import type {Ground, Partner} from './ground.ts';

type Night = {readonly seconds: number; readonly articles: number};

/** A run of each shop, asked for at once; to the end of the last as the worker wrote it down. */
export async function spendNight(ground: Ground, partners: readonly Partner[]): Promise<Night> {
  const asked = Date.now();
  const ids = await askForRuns(ground, partners);
  const runs = await endsOf(ground, ids, 600_000);
  let articles = 0;
  for (const {state, reason, counts} of runs) {
    if (state !== 'done') throw new Error(`a run of the night ended as ${state}: ${reason}`);
    articles += counts.articles;
  }
  const last = Math.max(...runs.map(({finished_at: at}) => at?.getTime() ?? 0));
  return {seconds: (last - asked) / 1_000, articles};
}

export async function askForRuns({deps}: Ground, partners: readonly Partner[]): Promise<readonly RunId[]> {
  const wanted = partners.map(({shop}) => ({
    id: RunId.parse(deps.newId()),
    shop,
    kind: 'full' as const,
    trigger: 'merchant' as const,
  }));
  await pMap(
    wanted,
    async (run) => {
      await saveQueuedRun(deps.db, run, deps.now());
      await deps.queues.enqueue('sync', {shop: run.shop, runId: run.id, kind: run.kind, trigger: run.trigger});
    },
    {concurrency: 8},
  );
  return wanted.map(({id}) => id);
}

/** The rows of these runs once all have ended. */
export async function endsOf({deps}: Ground, ids: readonly RunId[], limitMs: number) {
  const open = () =>
    deps.db
      .selectFrom('runs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('id', 'in', ids)
      .where('finished_at', 'is', null)
      .executeTakeFirstOrThrow();
  for (const begun = performance.now(); ; await wait(200)) {
    const {count} = await open();
    if (count === 0) break;
    if (performance.now() - begun > limitMs) throw new Error(`${count} runs did not end in ${limitMs / 1_000} s`);
  }
  return deps.db.selectFrom('runs').selectAll().where('id', 'in', ids).execute();
}

/**
 * The floor: what all of these runs download, and its digest, by one process with as many connections as runs go at once. Gives the
 * seconds.
 */
export async function downloadNight({supplier}: Ground, partners: readonly Partner[], atOnce: number): Promise<number> {
  const agent = new Agent({connections: atOnce, pipelining: 1});
  const read = async (path: string, key: string): Promise<Buffer> => {
    const headers = {authorization: `Bearer ${key}`};
    const {body} = await request(`${supplier.url}${path}`, {dispatcher: agent, headers});
    const bytes = Buffer.from(await body.arrayBuffer());
    createHash('sha256').update(bytes).digest();
    return bytes;
  };
  const begun = performance.now();
  await pMap(
    partners,
    async ({catalogueKey, dropshipKey}) => {
      await read('/api/dropship?a=list', dropshipKey);
      for (let page = 1; ; page += 1) {
        const bytes = await read(`/api/catalog?a=products&per=200&page=${page}`, catalogueKey);
        if (bytes.includes('"next_page":null')) break;
      }
    },
    {concurrency: atOnce},
  );
  await agent.close();
  return (performance.now() - begun) / 1_000;
}
