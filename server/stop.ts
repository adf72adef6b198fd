// Stops the process on a signal: it takes no new work, waits for work under way, then closes everything. After a time limit it ends with
// work unfinished, as after a crash: the database has what is left to do; an order at the supplier becomes unconfirmed.
import {setTimeout as wait} from 'node:timers/promises';

/**
 * Milliseconds. Work still running by then is abandoned, unless a dropship order is under way (`orderStopMs`). The rest of 15 s is for the
 * exit itself.
 */
export const stopMs = 14_000;
/** The limit with a dropship order at the supplier, whose request takes up to 65 s. */
export const orderStopMs = 70_000;
/** From the last order's settlement to the exit. */
const closeMs = 3_000;

export type Closable = {
  readonly close: () => Promise<void>;
  /** Dropship orders being claimed, sent or settled: if the process ends now, they may become unconfirmed. */
  readonly ordersUnderWay: () => number;
  /** Resolves if the process cannot go on, with a sentence for the operator. */
  readonly broken?: Promise<Error>;
};

/** An app that is still starting finishes its start before it is closed, unless the time limit ends the process first. */
export function stopOnSignal(app: Closable | Promise<Closable>): void {
  const running = Promise.resolve(app);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void endAnyhow(running);
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

/** Milliseconds in which requests that wait are answered with an error; nothing can be stored any more. */
const brokenMs = 1_000;

/** A process that cannot go on ends with code 1, for its supervisor to start it again. */
export async function endWhenBroken({broken}: Closable): Promise<void> {
  if (broken === undefined) return;
  const {message} = await broken;
  process.stderr.write(`${message}\n`);
  await wait(brokenMs);
  process.exit(1);
}

async function endAnyhow(running: Promise<Closable>): Promise<void> {
  let app: Closable | null = null;
  void (async () => {
    app = await running;
  })().catch(() => {}); // its caller reports the error
  const ordersUnderWay = () => app?.ordersUnderWay() ?? 0;
  const begun = performance.now();
  await wait(stopMs);
  if (ordersUnderWay() > 0) {
    while (ordersUnderWay() > 0 && performance.now() - begun < orderStopMs) await wait(50);
    await wait(Math.min(closeMs, Math.max(0, begun + orderStopMs - performance.now())));
  }
  process.stderr.write('stopped before everything had ended in order; it is taken up again at the next start\n');
  process.exit(0);
}
