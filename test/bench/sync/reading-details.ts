// `a=stock` of n articles, through the client and bare: the same keep-alive connections, the same number at once.
import pMap from 'p-map';
import {Agent, request} from 'undici';
import {ArticleId} from '#domain/ids.ts';
import {createLog} from '../../../server/log.ts';
import {createSupplierClient} from '../../../server/supplier/client.ts';
import {fetchDropshipList, fetchDropshipStock} from '../../../server/supplier/dropship.ts';
import {againstFloor, type Figure, median} from '../figure.ts';
import {type SupplierProcess, startSupplierProcess} from '../supplier-process.ts';

const atOnce = 16;
const rounds = 15;

export async function measureReadingDetails(scale: number): Promise<Figure> {
  const supplier = await startSupplierProcess(4_000);
  const client = createSupplierClient(
    {url: supplier.url, dropshipAuth: 'Authorization: Bearer {key}', checkoutHosts: [], allowLoopbackCheckout: true},
    createLog('silent'),
  );
  const agent = new Agent({connections: atOnce, pipelining: 1});
  try {
    const {prices} = await fetchDropshipList(client, supplier.dropshipKey);
    const ids = [...prices.keys()].slice(0, Math.round(3_000 * scale));
    const through = () => timed(ids, (id) => fetchDropshipStock(client, supplier.dropshipKey, ArticleId.parse(id)));
    const bare = () => timed(ids, (id) => readBare(agent, supplier, id));
    const readings: {value: number; floor: number}[] = [];
    await through();
    await bare();
    for (let round = 0; round < rounds; round += 1) readings.push({value: await through(), floor: await bare()});
    const value = median(readings.map((reading) => reading.value));
    const floor = median(readings.map((reading) => reading.floor));
    return againstFloor(
      `details of ${ids.length} articles, ${atOnce} at once`,
      {value, floor, unit: 'ms'},
      {atMost: 1.5},
    );
  } finally {
    await client.close();
    await agent.close();
    await supplier.stop();
  }
}

async function timed(ids: readonly string[], read: (id: string) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await pMap(ids, read, {concurrency: atOnce});
  return performance.now() - begun;
}

async function readBare(agent: Agent, {url, dropshipKey}: SupplierProcess, id: string): Promise<unknown> {
  const {body} = await request(`${url}/api/dropship?a=stock&id=${encodeURIComponent(id)}`, {
    dispatcher: agent,
    headers: {authorization: `Bearer ${dropshipKey}`},
  });
  return body.json();
}
