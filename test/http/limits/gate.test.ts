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
});
