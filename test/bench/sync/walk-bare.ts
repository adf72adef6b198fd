// The floor of a run: the same answers downloaded and parsed, one after the other, and nothing done with them.
import {Agent, request} from 'undici';
import type {SupplierProcess} from '../supplier-process.ts';

/** `a=list` and every page of the catalogue, as many to a page as a run asks for; gives the milliseconds it took. */
export async function walkBare(supplier: SupplierProcess): Promise<number> {
  const agent = new Agent({connections: 1, pipelining: 1});
  const begun = performance.now();
  try {
    await read(agent, `${supplier.url}/api/dropship?a=list`, supplier.dropshipKey);
    for (let page: number | null = 1; page !== null; ) {
      const address: string = `${supplier.url}/api/catalog?a=products&per=200&page=${page}`;
      page = (await read(agent, address, supplier.catalogueKey)).next_page;
    }
  } finally {
    await agent.close();
  }
  return performance.now() - begun;
}

async function read(agent: Agent, address: string, key: string): Promise<{readonly next_page: number | null}> {
  const {body} = await request(address, {dispatcher: agent, headers: {authorization: `Bearer ${key}`}});
  return JSON.parse(await body.text());
}
