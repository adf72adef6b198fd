import {describe, expect, it} from 'vitest';
import {createGate, type Gate} from '../../../server/http/limits/gate.ts';

const patient = new AbortController().signal;
/** Lets everything that is ready go on. */
const soon = () => new Promise((resolve) => setImmediate(resolve));
/** What the gate has said by now: "waits" where the caller is still in line. */
const saidBy = (asked: ReturnType<Gate>) => Promise.race([asked, soon().then(() => 'waits' as const)]);

describe('a gate', () => {
  it('lets so many of a key in at once, and the next one when one leaves, in the order they came', async () => {
    const gate = createGate({atWork: 2, waiting: 10});
    const entered: number[] = [];
    const leaves = new Map<number, () => void>();
    const all = Promise.all(
      [1, 2, 3, 4].map(async (one) => {
        const leave = await gate('a shop', patient);
        entered.push(one);
        leaves.set(one, leave ?? (() => {}));
      }),
    );
    await soon();
    expect(entered).toEqual([1, 2]);
    leaves.get(2)?.();
    leaves.get(2)?.();
    await soon();
    expect(entered).toEqual([1, 2, 3]);
    leaves.get(1)?.();
    await all;
    expect(entered).toEqual([1, 2, 3, 4]);
  });

  it('keeps no key waiting for another', async () => {
    const gate = createGate({atWork: 1, waiting: 0});
    expect(await gate('a shop', patient)).not.toBeNull();
    expect(await gate('another', patient)).not.toBeNull();
  });

  it('turns away at once whoever finds the line full, and only them', async () => {
    const gate = createGate({atWork: 1, waiting: 1});
    const first = await gate('a shop', patient);
    const second = gate('a shop', patient);
    expect(await saidBy(gate('a shop', patient))).toBeNull();
    first?.();
    expect(await second).not.toBeNull();
  });

  it('turns away whoever loses patience in the line, and does not disturb one who is in', async () => {
    const gate = createGate({atWork: 1, waiting: 5});
    const [mine, theirs] = [new AbortController(), new AbortController()];
    const first = await gate('a shop', mine.signal);
    const second = gate('a shop', theirs.signal);
    mine.abort();
    theirs.abort();
    expect(await saidBy(second)).toBeNull();
    const third = gate('a shop', patient);
    expect(await saidBy(third)).toBe('waits');
    first?.();
    expect(await third).not.toBeNull();
    expect(await saidBy(gate('a shop', AbortSignal.abort()))).toBeNull();
  });

  /** Enters in the order of its answer; leaves when told. */
  function crowd(gate: Gate) {
    const entered: string[] = [];
    const leaves: (() => void)[] = [];
    const enter = async (key: string) => {
      const leave = await gate(key, patient);
      entered.push(leave === null ? `${key} sent away` : key);
      if (leave !== null) leaves.push(leave);
    };
    return {entered, enter, leaveFirst: () => leaves.shift()?.()};
  }

  it('lets keys take turns where there is one limit for all: the one with the least work first', async () => {
    const {entered, enter, leaveFirst} = crowd(createGate({atWork: 4, waiting: 50, totalAtWork: 4}));
    for (let index = 0; index < 100; index += 1) void enter(`loud ${index % 10}`);
    await soon();
    expect(entered).toHaveLength(4);
    void enter('quiet');
    for (let index = 0; index < 11; index += 1) {
      leaveFirst();
      await soon();
    }
    expect(entered).toHaveLength(15);
    expect(entered).toContain('quiet');
    for (let index = 0; index < 10; index += 1)
      expect(entered.filter((key) => key === `loud ${index}`).length).toBeLessThan(3);
  });

  it('gives a place in a full line to a newcomer of a key with fewer, from the key with the most', async () => {
    const {entered, enter, leaveFirst} = crowd(createGate({atWork: 1, waiting: 50, totalAtWork: 1, totalWaiting: 4}));
    for (const key of ['loud', 'loud', 'loud', 'loud', 'loud']) void enter(key);
    await soon();
    void enter('quiet');
    void enter('loud');
    await soon();
    expect(entered).toEqual(['loud', 'loud sent away', 'loud sent away']);
    leaveFirst();
    await soon();
    expect(entered.at(-1)).toBe('quiet');
  });

  it('lets one in at a time where it is paced, and others run in between', async () => {
    const {entered, enter} = crowd(createGate({atWork: 9, waiting: 9, isPaced: true}));
    for (const key of ['a', 'b', 'c']) void enter(key);
    for (let ready = 0; ready < 20; ready += 1) await Promise.resolve();
    expect(entered).toEqual(['a']);
    for (let turns = 0; turns < 4; turns += 1) await soon();
    expect(entered).toEqual(['a', 'b', 'c']);
  });
});
