// Time limits for calls that may never answer.

/** The result of `work`, or an error after `limitMs`. The work itself may still finish later; its result is ignored. */
export async function withTimeLimit<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`There was no answer within ${limitMs} ms.`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {}); // after the limit a failure has no reader
  }
}

/** Whether `work` ended in time, with or without an error. */
export async function endsWithin(limitMs: number, work: Promise<unknown>): Promise<boolean> {
  const ended = work.then(
    () => true,
    () => true,
  );
  return withTimeLimit(limitMs, ended).catch(() => false);
}
