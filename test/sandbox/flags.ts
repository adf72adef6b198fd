// The command line of the demo and of the stand-ins. What cannot be is refused in one sentence.
import {type ParseArgsOptionsConfig, parseArgs} from 'node:util';
import {z} from 'zod';

/** Flags by name, each with a line for `--help`. */
type Flags = Readonly<Record<string, NonNullable<ParseArgsOptionsConfig[string]> & {readonly help: string}>>;

const common = {
  articles: {type: 'string', default: '1200', help: 'articles in the supplier’s catalogue'},
  seed: {type: 'string', default: '1', help: 'another number draws another catalogue'},
  help: {type: 'boolean', default: false, help: 'this list'},
} as const satisfies Flags;

const catalogueFrom = (fewest: number) =>
  z.object({
    articles: z.coerce.number().int().min(fewest).max(200_000),
    seed: z.coerce.number().int(),
  });

/**
 * The flags given, with `articles` and `seed` as numbers; ends the process with 1 on any that cannot be, and with 0 after `--help`.
 * @param fewest articles that are enough.
 */
export function readFlags<const T extends Flags>(own: T, fewest = 1) {
  const takes: Readonly<Record<string, string>> = {
    articles: `--articles takes a whole number from ${fewest} to 200,000.`,
    seed: '--seed takes a whole number.',
  };
  try {
    const {values} = parseArgs({options: {...own, ...common}});
    if ('help' in values && values.help === true) listFlags({...own, ...common});
    const numbers = catalogueFrom(fewest).safeParse(values);
    if (numbers.success) return {...values, ...numbers.data};
    return refuse(takes[String(numbers.error.issues[0]?.path[0])] ?? 'The flags cannot be read.');
  } catch (error) {
    return refuse(
      error instanceof Error ? `${error.message.split('. ')[0]}. --help lists what there is.` : String(error),
    );
  }
}

/** Ends the process with 0. */
function listFlags(all: Flags): never {
  const lines = Object.entries(all).map(([name, {type, default: usual, help}]) => {
    const left = typeof usual === 'string' ? ` (${usual} if left out)` : '';
    return `  ${`--${name}${type === 'string' ? ' …' : ''}`.padEnd(18)}${help}${left}`;
  });
  process.stdout.write(`Options, after “--”:\n${lines.join('\n')}\n`);
  process.exit(0);
}

/** Ends the process with 1. */
export function refuse(sentence: string): never {
  process.stderr.write(`${sentence.replace(/\.+$/, '.')}\n`);
  process.exit(1);
}
