// A signal ends the process in order: nothing new is taken, what is with the supplier may come back, then everything closes.

/** Milliseconds. More than the longest request: 65 s with the supplier. */
export const patienceMs = 75_000;

type Closable = {readonly close: () => Promise<void>};

/** Given what is still starting, it lets that come up before it goes down: nothing is left half open. */
export function stopOnSignal(running: Closable | Promise<Closable>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), patienceMs).unref();
    end(running).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`could not stop in order: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function end(running: Closable | Promise<Closable>): Promise<void> {
  await (await running).close();
}
