// When a process asks for places, and what it does while the others cannot be asked.
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {createPlaces, type PlacesExchange, placesLeaseMs} from '../../server/supplier/transport/places.ts';
import {quiet} from '../shopify/support.ts';

const limit = 16;
type Asked = Parameters<PlacesExchange>[0];
type Given = Awaited<ReturnType<PlacesExchange>>;

describe('the places of a process', () => {
  beforeEach(() => {
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'performance']});
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are asked for at once when requests come, also right after a lull and between two exchanges', async () => {
    const {places, asked} = open(async ({wanted}) => ({places: wanted, processes: 1}));
    const release = await places.take();
    release();
    await vi.advanceTimersByTimeAsync(2_000);
    const before = asked.length;
    const first = await places.take();
    await vi.advanceTimersByTimeAsync(150);
    const burst = Promise.all(Array.from({length: 5}, () => places.take()));
    await vi.advanceTimersByTimeAsync(0);
    for (const give of [first, ...(await burst)]) give();
    expect(asked.slice(before).map(({wanted}) => wanted)).toEqual([1, 6]);
  });

  it('are given back when nothing is asked for any more, and then nothing is written', async () => {
    const {places, asked} = open(async ({wanted}) => ({places: wanted, processes: 1}));
    const release = await places.take();
    await vi.advanceTimersByTimeAsync(5_000);
    release();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(asked.at(-1)).toMatchObject({inUse: 0, wanted: 0});
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.length).toBe(before);
  });

  it('are a part of the limit from when their lease ends, by the number of processes known last', async () => {
    const isAway = {now: false};
    const {places} = open(async ({wanted}) => {
      if (isAway.now) throw new Error('no connection');
      return {places: wanted, processes: 3};
    });
    await places.take();
    isAway.now = true;
    let taken = 1;
    for (let at = 0; at < 40; at += 1) void places.take().then(() => (taken += 1));
    await vi.advanceTimersByTimeAsync(placesLeaseMs / 2);
    expect(taken).toBe(1);
    await vi.advanceTimersByTimeAsync(placesLeaseMs);
    expect(taken).toBe(5);
    isAway.now = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(taken).toBe(limit);
  });

  it('are asked for by one question at a time: a late answer counts, and undoes nothing newer', async () => {
    const answers: ((given: Given) => void)[] = [];
    const {places, asked} = open(() => new Promise((resolve) => answers.push(resolve)));
    const granted: string[] = [];
    const both = [places.take().then(() => granted.push('one')), places.take().then(() => granted.push('two'))];
    await vi.advanceTimersByTimeAsync(1_900);
    expect(granted).toEqual([]);
    await vi.advanceTimersByTimeAsync(3_000);
    // Four processes are assumed while none was ever counted.
    expect(granted).toEqual(['one', 'two']);
    expect(asked).toHaveLength(1);
    const more = Promise.all(Array.from({length: 4}, () => places.take()));
    answers[0]?.({places: 6, processes: 1});
    await Promise.all([...both, more]);
    expect(granted).toEqual(['one', 'two']);
  });

  it('go to orders before readings, and to orders in the order in which they came', async () => {
    const {places} = open(async () => ({places: 1, processes: 1}));
    const release = await places.take();
    const order: string[] = [];
    const take = async (name: string, first: boolean) => {
      const give = await places.take({first});
      order.push(name);
      give();
    };
    const all = [take('reading', false), take('order 1', true), take('order 2', true), take('reading 2', false)];
    release();
    await Promise.all(all);
    expect(order).toEqual(['order 1', 'order 2', 'reading', 'reading 2']);
  });

  function open(exchange: PlacesExchange) {
    const asked: Asked[] = [];
    const noted: PlacesExchange = (question) => {
      asked.push(question);
      return exchange(question);
    };
    return {places: createPlaces({limit, exchange: noted, log: quiet}), asked};
  }
});
