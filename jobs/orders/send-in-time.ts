// How long an order that was claimed may take to leave. A worker that was frozen meanwhile must not send what a sweep has
// called unconfirmed since, and a person perhaps placed again.

/** Far less than the 90 s of a claim, whoever's clock they are counted by; a connection may take 5 s of it. */
const leavesWithinMs = 15_000;

/** Starts to count: by the clock of the wall, which a sleeping machine does not stop, and by the one that nobody sets. */
export function startToSend(now: () => Date): () => boolean {
  const [wall, steady] = [now().getTime(), performance.now()];
  return () => Math.max(now().getTime() - wall, performance.now() - steady) <= leavesWithinMs;
}
