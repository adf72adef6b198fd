// Stops the process on a signal: it takes no new work, waits for work under way, then closes all connections. After a time limit it exits
// with work unfinished, as after a crash. The next start finds that work in the database; an order at the supplier becomes unconfirmed.
import {setTimeout as wait} from 'node:timers/promises';

/**
 * Milliseconds after which the process exits although work is running, unless a dropship order is under way (`orderStopLimitMs`). Below 15
 * s to leave time for the exit itself.
 */
export const stopLimitMs = 14_000;
/** The limit while a dropship order is under way: its request takes up to 65 s. */
export const orderStopLimitMs = 70_000;
/** The most time from the last order's settlement to the exit. */
const closeLimitMs = 3_000;

/** A running process that can be stopped. */
export type Closable = {
  /** Takes no new work, waits for work under way, and closes all connections. */
  readonly close: () => Promise<void>;
  /** How many dropship orders are being claimed, sent or settled. If the process ended now, they might become unconfirmed. */
  readonly ordersUnderWay: () => number;
  /** Resolves with a sentence for the operator if the process cannot continue. */
  readonly broken?: Promise<Error>;
};

/** Stops the app on SIGTERM or SIGINT. An app that is still starting finishes its start first, unless the time limit is over. */
export function stopOnSignal(app: Closable | Promise<Closable>): void {
  const running = Promise.resolve(app);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void exitAtLimit(running);
    running
      .then((up) => up.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`the shutdown failed: ${String(error)}\n`);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** Milliseconds left for answering waiting requests with an error before the process exits. */
const brokenExitDelayMs = 1_000;

/** Exits with code 1 once the process cannot continue, so that its supervisor starts it again. */
export async function exitWhenBroken({broken}: Closable): Promise<void> {
  if (broken === undefined) return;
  const {message} = await broken;
  process.stderr.write(`${message}\n`);
  await wait(brokenExitDelayMs);
  process.exit(1);
}

/** Exits with code 0 once the time limit is over, although work is unfinished. */
async function exitAtLimit(running: Promise<Closable>): Promise<void> {
  let app: Closable | null = null;
  void (async () => {
    app = await running;
  })().catch(() => {}); // the caller of `stopOnSignal` reports the error
  const ordersUnderWay = () => app?.ordersUnderWay() ?? 0;
  const begun = performance.now();
  await wait(stopLimitMs);
  if (ordersUnderWay() > 0) {
    while (ordersUnderWay() > 0 && performance.now() - begun < orderStopLimitMs) await wait(50);
    await wait(Math.min(closeLimitMs, Math.max(0, begun + orderStopLimitMs - performance.now())));
  }
  process.stderr.write('stopped before everything had ended in order; it is taken up again at the next start\n');
  process.exit(0);
}
