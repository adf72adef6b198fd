// Which connection is closed first when there are too many, and which when too much is not read: the order alone.
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  type ConnectionState,
  chooseConnectionToClose,
  chooseUnreadToClose,
} from '../../../server/http/limits/close-order.ts';

const now = 100_000;
type Named = {readonly name: string; readonly state: ConnectionState};
const waiting = (name: string, kind: ConnectionState['kind'], ms: number): Named => ({
  name,
  state: {kind, since: now - ms},
});
const named = (open: readonly Named[]) => chooseConnectionToClose(open, now)?.name ?? null;

describe('for a new connection', () => {
  it.each<[string, string | null, readonly Named[]]>([
    [
      'the one that has sent no headers for longest goes before those that served requests',
      'older',
      [waiting('younger', 'no_request', 2_000), waiting('older', 'no_request', 5_000), waiting('kept', 'idle', 60_000)],
    ],
    [
      'one without headers goes before idle ones, however young, where most have sent none',
      'silent',
      [waiting('silent', 'no_request', 20), waiting('silent too', 'no_request', 10), waiting('kept', 'idle', 60_000)],
    ],
    [
      'one that is just sending its headers stays where most are idle',
      'kept',
      [waiting('new', 'no_request', 20), waiting('kept', 'idle', 60_000), waiting('kept too', 'idle', 10)],
    ],
    [
      'one that is just sending its headers stays where most are slow with their bodies',
      'slower',
      [waiting('new', 'no_request', 20), waiting('slow', 'body', 3_000), waiting('slower', 'body', 4_000)],
    ],
    [
      'one that takes nothing of its answer goes before an idle one',
      'unread',
      [waiting('kept', 'idle', 60_000), waiting('unread', 'unread', 1_500)],
    ],
    [
      'an idle one goes before one whose body is on its way',
      'kept',
      [waiting('body', 'body', 50), waiting('kept', 'idle', 10)],
    ],
    [
      'of those that are on their way the one goes that waits longest, be it for headers or for a body',
      'older body',
      [waiting('new', 'no_request', 20), waiting('older body', 'body', 50), waiting('new body', 'body', 10)],
    ],
    [
      'one whose body is on its way goes before one at work',
      'body',
      [waiting('work', 'at_work', 9_000), waiting('body', 'body', 50)],
    ],
    ['none goes where the server owes an answer to all', null, [waiting('work', 'at_work', 60_000)]],
  ])('%s', (_what, expected, open) => {
    expect(named(open)).toBe(expected);
    expect(named(open.toReversed())).toBe(expected);
  });

  const state = fc.record({
    kind: fc.constantFrom<ConnectionState['kind']>('no_request', 'idle', 'body', 'unread', 'at_work'),
    since: fc.integer({min: 0, max: now}),
  });

  it('never one goes that the server owes an answer, and none goes only where it owes all', () => {
    fc.assert(
      fc.property(fc.array(fc.record({state})), (open) => {
        const first = chooseConnectionToClose(open, now);
        expect(first === null).toBe(open.every((one) => one.state.kind === 'at_work'));
        expect(first?.state.kind).not.toBe('at_work');
      }),
    );
  });

  it('of those that wait for the same thing the one goes that waits longest', () => {
    fc.assert(
      fc.property(fc.array(fc.record({state})), (open) => {
        const first = chooseConnectionToClose(open, now);
        for (const other of open.filter(({state: {kind}}) => kind === first?.state.kind)) {
          expect(other.state.since).toBeGreaterThanOrEqual(first?.state.since ?? 0);
        }
      }),
    );
  });
});

describe('where too much is not read', () => {
  const reader = fc.record({unreadBytes: fc.integer({min: 0, max: 1_000}), lastReadAt: fc.integer({min: 0, max: 5})});

  it('as few are closed as bring the sum down, those first that took nothing for longest, and then the largest', () => {
    fc.assert(
      fc.property(fc.array(reader), fc.integer({min: 0, max: 3_000}), (open, most) => {
        const closed = chooseUnreadToClose(open, most);
        const left = open.filter((one) => !closed.includes(one));
        const sum = (of: typeof open) => of.reduce((total, {unreadBytes}) => total + unreadBytes, 0);
        expect(sum(left)).toBeLessThanOrEqual(most);
        const last = closed.at(-1);
        if (last === undefined) return;
        expect(sum(left) + last.unreadBytes).toBeGreaterThan(most);
        for (const stays of left.filter(({unreadBytes}) => unreadBytes > 0)) {
          expect(stays.lastReadAt).toBeGreaterThanOrEqual(last.lastReadAt);
          if (stays.lastReadAt === last.lastReadAt) expect(stays.unreadBytes).toBeLessThanOrEqual(last.unreadBytes);
        }
      }),
    );
  });

  it('the one goes first that took nothing for longest, although another owes more', () => {
    const [stalled, large] = [
      {unreadBytes: 10, lastReadAt: 1},
      {unreadBytes: 90, lastReadAt: 2},
    ];
    expect(chooseUnreadToClose([large, stalled], 90)).toEqual([stalled]);
  });

  it('one that owes nothing stays', () => {
    expect(chooseUnreadToClose([{unreadBytes: 0, lastReadAt: 0}], 0)).toEqual([]);
  });
});
