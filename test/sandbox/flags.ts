// The command line of the demo and of the stand-ins. What cannot be is refused in one sentence.
import {type ParseArgsOptionsConfig, parseArgs} from 'node:util';
import {z} from 'zod';

const catalogue = {
  articles: {type: 'string', default: '1200'},
  seed: {type: 'string', default: '1'},
} as const satisfies ParseArgsOptionsConfig;

const catalogueFrom = (fewest: number) =>
  z.object({
    articles: z.coerce.number().int().min(fewest).max(200_000),
    seed: z.coerce.number().int(),
  });

/**
 * The flags given, with `articles` and `seed` as numbers; ends the process with 1 on any that cannot be.
 * @param fewest articles that are enough.
 */
export function readFlags<const T extends ParseArgsOptionsConfig>(own: T, fewest = 1) {
  const takes: Readonly<Record<string, string>> = {
    articles: `--articles takes a whole number from ${fewest} to 200,000.`,
    seed: '--seed takes a whole number.',
  };
  try {
    const {values} = parseArgs({options: {...own, ...catalogue}});
    const numbers = catalogueFrom(fewest).safeParse(values);
    if (numbers.success) return {...values, ...numbers.data};
    return refuse(takes[String(numbers.error.issues[0]?.path[0])] ?? 'The flags cannot be read.');
  } catch (error) {
    return refuse(error instanceof Error ? `${error.message.split('. ')[0]}.` : String(error));
  }
}

/** Ends the process with 1. */
export function refuse(sentence: string): never {
  process.stderr.write(`${sentence.replace(/\.+$/, '.')}\n`);
  process.exit(1);
}
