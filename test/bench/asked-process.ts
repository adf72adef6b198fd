// A program in a process of its own that answers questions: what is beside the bench shares no thread with what is measured.
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {fileURLToPath} from 'node:url';
import {z} from 'zod';

const Answer = z.object({id: z.number(), answer: z.unknown(), error: z.string().optional()});
const Use = z.object({cpuSeconds: z.number(), megabytes: z.number(), peakMegabytes: z.number()});

/** What a process took: seconds of a core since it began, and resident memory in megabytes. */
type Use = z.infer<typeof Use>;

export type AskedProcess = {
  /** Throws what the program threw, and where it ends without an answer. */
  readonly ask: <T>(question: string, answer: z.ZodType<T>, input?: unknown) => Promise<T>;
  readonly use: () => Promise<Use>;
  /** Has it close what it opened, and ends it. */
  readonly stop: () => Promise<Use>;
  /** Ends it if it still runs: `kill -9`. */
  readonly end: () => Promise<void>;
};

/** @param env all the environment it gets; left out: that of the bench. */
export async function startAskedProcess(
  program: string,
  {
    env,
    flags = [],
    input,
  }: {readonly env?: NodeJS.ProcessEnv; readonly flags?: readonly string[]; readonly input: unknown},
): Promise<AskedProcess> {
  const path = fileURLToPath(new URL(`programs/${program}.ts`, import.meta.url));
  const child = spawn(process.execPath, [...flags, path], {
    ...(env === undefined ? {} : {env}),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const asked = talkTo(child);
  await asked.ask('start', z.unknown(), input);
  const use = () => asked.ask('use', Use);
  return {
    ask: asked.ask,
    use,
    async stop() {
      await asked.ask('close', z.unknown());
      const used = await use();
      child.disconnect();
      await asked.ended;
      return used;
    },
    async end() {
      child.kill('SIGKILL');
      await asked.ended;
    },
  };
}

function talkTo(child: ChildProcess) {
  type Waiting = {readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void};
  const waiting = new Map<number, Waiting>();
  const ended = once(child, 'exit');
  let asked = 0;
  child.on('message', (message) => {
    const {id, answer, error} = Answer.parse(message);
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(answer);
    else one?.reject(new Error(error));
  });
  child.once('exit', () => {
    for (const {reject} of waiting.values()) reject(new Error('the process ended before it answered'));
  });
  return {
    ended,
    ask: async <T>(question: string, schema: z.ZodType<T>, input: unknown = null): Promise<T> => {
      asked += 1;
      const id = asked;
      const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, {resolve, reject}));
      child.send({id, question, input});
      return schema.parse(await answer);
    },
  };
}
