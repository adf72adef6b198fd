// Answers what the bench asks this process.
import {z} from 'zod';

const Question = z.object({id: z.number(), question: z.string(), input: z.unknown()});

type Answers = Readonly<Record<string, (input: unknown) => unknown>>;

/** `start` opens what the program is for: it gives the answers, one of which is `close`. */
export function answerQuestions(
  start: (input: unknown) => Promise<Answers & {readonly close: () => Promise<unknown>}>,
): void {
  let answers: Answers = {};
  const own: Answers = {
    async start(input) {
      answers = await start(input);
    },
    use: useOfProcess,
  };
  process.on('message', (message) => {
    const {id, question, input} = Question.parse(message);
    const of = own[question] ?? answers[question];
    const answering = Promise.resolve().then(() => {
      if (of === undefined) throw new Error(`no answer to ${question}`);
      return of(input);
    });
    answering.then(
      (answer) => process.send?.({id, answer: answer ?? null}),
      (error: unknown) => process.send?.({id, answer: null, error: error instanceof Error ? error.message : 'unknown'}),
    );
  });
  // The bench ended, or wants no more of this process.
  process.on('disconnect', () => process.exit(0));
}

function useOfProcess() {
  const {user, system} = process.cpuUsage();
  return {
    cpuSeconds: (user + system) / 1_000_000,
    megabytes: process.memoryUsage.rss() / 1_048_576,
    peakMegabytes: process.resourceUsage().maxRSS / 1_024,
  };
}
