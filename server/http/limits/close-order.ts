// Chooses the connections to close: one for a new connection when there are too many, and some when clients leave too many bytes of answers
// unread.

/** What a connection waits for; `since` in milliseconds of one clock. */
export type ConnectionState = {
  /**
   * `no_request`: no headers were complete so far. `idle`: every request was answered. `body`: the body of a request is not complete.
   * `unread`: the client does not take its answer; `since` is when it last took something. `at_work`: the server owes the answer.
   */
  readonly kind: 'no_request' | 'idle' | 'body' | 'unread' | 'at_work';
  /** When the connection began to wait in this way; for `unread`, when the client last took something. */
  readonly since: number;
};

/** A connection that may be closed. */
type Candidate = {readonly state: ConnectionState};

/** A client that takes longer than this over headers, a body or an answer is slow: its connection is closed before idle ones. */
export const slowAfterMs = 1_000;

/**
 * The connection to close for a new one; null if the server owes an answer to all of them. First those slow to send headers, or all without
 * headers if they are the majority; then those slow to send a body or to read; then idle ones; then the others. Within a group, the one
 * that waits longest. Connections that are just sending headers come after idle ones, because a genuine new client would lose its place
 * otherwise.
 */
export function chooseConnectionToClose<T extends Candidate>(open: readonly T[], now: number): T | null {
  const silent = open.filter(({state}) => state.kind === 'no_request').length;
  const areMostSilent = silent > open.length / 2;
  let first: T | null = null;
  let lowest = Infinity;
  for (const candidate of open) {
    const {state} = candidate;
    const rank = closingRankOf(state, now - state.since > slowAfterMs, areMostSilent);
    if (rank > lowest || rank === Infinity) continue;
    if (rank === lowest && first !== null && first.state.since <= state.since) continue;
    first = candidate;
    lowest = rank;
  }
  return first;
}

/** The rank of a connection among those to close, the lowest first; Infinity: it is not closed. */
function closingRankOf({kind}: ConnectionState, isSlow: boolean, areMostSilent: boolean): number {
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

/** A connection with the bytes of its answers that the client has not read, and when the client last read something. */
type UnreadConnection = {readonly unreadBytes: number; readonly lastReadAt: number};

/** The connections to close so that at most `mostBytes` are left: first those whose client took nothing for longest, then the largest. */
export function chooseUnreadToClose<T extends UnreadConnection>(open: readonly T[], mostBytes: number): readonly T[] {
  const unread = open.filter(({unreadBytes}) => unreadBytes > 0);
  const order = unread.toSorted((a, b) => a.lastReadAt - b.lastReadAt || b.unreadBytes - a.unreadBytes);
  let left = order.reduce((sum, {unreadBytes}) => sum + unreadBytes, 0);
  const closed = order.findIndex(({unreadBytes}) => {
    if (left <= mostBytes) return true;
    left -= unreadBytes;
    return false;
  });
  return closed === -1 ? order : order.slice(0, closed);
}
