// Two processes of the app, each with a supplier client of its own, on one database, and a supplier that counts.
import {once} from 'node:events';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout as wait} from 'node:timers/promises';
import {sql} from 'kysely';
import {afterEach, beforeEach, expect, it} from 'vitest';
import {requestPlaces} from '../../server/db/runs/supplier-places.ts';
import {
  createPlaces,
  type PlacesExchange,
  placesLeaseMs,
  type RequestPlaces,
} from '../../server/supplier/transport/places.ts';
import {onEachDatabase, silentLog} from '../support/database.ts';

const limit = 4;

onEachDatabase('requests at the supplier', (current) => {
  const db = () => current().kysely;
  let supplier: Server;
  let underWay = 0;
  let most = 0;
  let served = 0;
  const opened: RequestPlaces[] = [];
  beforeEach(async () => {
    [underWay, most, served] = [0, 0, 0];
    supplier = createServer((_request, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setTimeout(() => {
        underWay -= 1;
        served += 1;
        response.end('{}');
      }, 20);
    }).listen(0, '127.0.0.1');
    await once(supplier, 'listening');
  });
  afterEach(async () => {
    for (const places of opened.splice(0)) await places.close();
    supplier.closeAllConnections();
    supplier.close();
  });

  const sharing =
    (process: string): PlacesExchange =>
    (asked) =>
      requestPlaces(db(), {process, limit, ...asked});
  const open = (exchange: PlacesExchange): RequestPlaces => {
    const places = createPlaces({limit, exchange, log: silentLog});
    opened.push(places);
    return places;
  };
  const ask = async (places: RequestPlaces, times: number): Promise<void> => {
    const {port} = supplier.address() as AddressInfo;
    await Promise.all(
      Array.from({length: times}, async () => {
        const release = await places.take();
        await fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text());
        release();
      }),
    );
  };

  it('are never more at once than the limit, whatever the processes want, and no process is left out', async () => {
    const [web, worker] = [open(sharing('web')), open(sharing('worker'))];
    const flood = ask(worker, 120);
    await expect.poll(() => most, {interval: 10, timeout: 10_000}).toBe(limit);
    await ask(web, 5);
    // The flood alone takes longer: the other process was served in between.
    expect(served).toBeLessThan(125);
    await flood;
    expect(most).toBe(limit);
  });

  it('of a process that died free their places when its lease is over, not before', async () => {
    await requestPlaces(db(), {process: 'died', limit, inUse: 3, wanted: 3, leaseMs: placesLeaseMs});
    const worker = open(sharing('worker'));
    await ask(worker, 8);
    expect(most).toBe(1);
    await sql`update supplier_places set until = clock_timestamp() - interval '1 second' where process = 'died'`.execute(
      db(),
    );
    await wait(700);
    await ask(worker, 100);
    expect(most).toBe(limit);
  });

  it('are a part of the limit while the database is away, and all of it again afterwards', async () => {
    const isAway = {now: false};
    const worker = open(async (asked) => {
      if (isAway.now) throw new Error('no connection');
      return requestPlaces(db(), {process: 'worker', limit, ...asked});
    });
    isAway.now = true;
    await ask(worker, 8);
    expect(most).toBe(1);
    isAway.now = false;
    await wait(700);
    await ask(worker, 40);
    expect(most).toBe(limit);
  });

  it('that give up waiting take no place, and those that must go first do', async () => {
    const worker = open(sharing('worker'));
    const held = await Promise.all(Array.from({length: limit}, () => worker.take()));
    const order: string[] = [];
    const stop = new AbortController();
    const given = worker.take({signal: stop.signal}).catch((error: unknown) => error);
    const late = worker.take().then((release) => (order.push('read'), release));
    const first = worker.take({first: true}).then((release) => (order.push('order'), release));
    stop.abort(new Error('stopped'));
    expect(await given).toMatchObject({message: 'stopped'});
    for (const release of held) release();
    for (const release of await Promise.all([first, late])) release();
    expect(order).toEqual(['order', 'read']);
  });
});
