// Which connection is closed first: for a new one when there are too many, and when too many bytes of answers are not read.

/** What a connection waits for; `since` in milliseconds of one clock. */
export type ConnectionState = {
  /**
   * `no_request`: no headers were complete so far. `idle`: every request was answered. `body`: the body of a request is not complete.
   * `unread`: the client does not take its answer; `since` is when it last took something. `at_work`: the server owes the answer.
   */
  readonly kind: 'no_request' | 'idle' | 'body' | 'unread' | 'at_work';
  readonly since: number;
};

type Candidate = {readonly state: ConnectionState};

/** A client that takes longer over headers, a body or an answer is slow: its connection goes before idle ones. */
export const slowAfterMs = 1_000;

/**
 * The connection to close for a new one; null if the server owes an answer to all of them. In this order, in each step the one that waits
 * longest: slow to send headers, or any without headers where those are the most; slow with a body or with reading; idle; the others.
 * Connections that are just sending headers come after idle ones, because a genuine new client would lose its place otherwise.
 */
export function firstToClose<T extends Candidate>(open: readonly T[], now: number): T | null {
  const silent = open.filter(({state}) => state.kind === 'no_request').length;
  const areMostSilent = silent > open.length / 2;
  let first: T | null = null;
  let lowest = Infinity;
  for (const candidate of open) {
    const {state} = candidate;
    const rank = rankOf(state, now - state.since > slowAfterMs, areMostSilent);
    if (rank > lowest || rank === Infinity) continue;
    if (rank === lowest && first !== null && first.state.since <= state.since) continue;
    first = candidate;
    lowest = rank;
  }
  return first;
}

function rankOf({kind}: ConnectionState, isSlow: boolean, areMostSilent: boolean): number {
  switch (kind) {
    case 'no_request':
      return isSlow || areMostSilent ? 1 : 4;
    case 'body':
    case 'unread':
      return isSlow ? 2 : 4;
    case 'idle':
      return 3;
    case 'at_work':
      return Infinity;
  }
}

type Unread = {readonly unreadBytes: number; readonly lastTookAt: number};

/** The connections to close so that at most `mostBytes` are left: first those whose client took nothing for longest, then the largest. */
export function toCloseUnread<T extends Unread>(open: readonly T[], mostBytes: number): readonly T[] {
  const unread = open.filter(({unreadBytes}) => unreadBytes > 0);
  const order = unread.toSorted((a, b) => a.lastTookAt - b.lastTookAt || b.unreadBytes - a.unreadBytes);
  let left = order.reduce((sum, {unreadBytes}) => sum + unreadBytes, 0);
  const closed = order.findIndex(({unreadBytes}) => {
    if (left <= mostBytes) return true;
    left -= unreadBytes;
    return false;
  });
  return closed === -1 ? order : order.slice(0, closed);
}
