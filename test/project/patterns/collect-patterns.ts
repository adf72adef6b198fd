// Every regular expression of the product, read from its sources: literals, those that a module builds, and zod's own formats.
import {readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {parseSync} from 'vite';
import {z} from 'zod';

/** `finds`: the first match, or all of them, as `replaceAll` and `split` do. */
export type Pattern = {readonly at: string; readonly pattern: RegExp; readonly finds: 'first' | 'all'};

type Syntax = Readonly<Record<string, unknown>>;

const isSyntax = (value: unknown): value is Syntax => typeof value === 'object' && value !== null;

export const productFiles = ['server', 'jobs', 'web']
  .flatMap((root) => readdirSync(root, {recursive: true, encoding: 'utf8'}).map((file) => join(root, file)))
  .filter((file) => /\.(ts|tsx|mjs|js|jsx)$/.test(file) && !/(^|\/)(dist|node_modules)\//.test(file));

/** The patterns in the text of one file. */
export async function patternsIn(file: string, text = readFileSync(file, 'utf8')): Promise<readonly Pattern[]> {
  const found: Pattern[] = [];
  let built = 0;
  const visit = (node: unknown, inSplit: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, inSplit);
    if (!isSyntax(node) || Array.isArray(node)) return;
    const at = `${file}:${lineOf(text, node['start'])}`;
    if (isSyntax(node['regex'])) {
      const {pattern: source, flags} = node['regex'];
      const pattern = new RegExp(String(source), String(flags));
      found.push({at, pattern, finds: inSplit || pattern.global ? 'all' : 'first'});
    }
    const callee = isSyntax(node['callee'])
      ? text.slice(Number(node['callee']['start']), Number(node['callee']['end']))
      : '';
    if (callee === 'RegExp' || callee.endsWith('.RegExp')) built += 1;
    for (const pattern of formatsOf(callee)) found.push({at, pattern, finds: 'first'});
    const splits = callee.endsWith('.split');
    for (const [key, value] of Object.entries(node)) visit(value, splits && key === 'arguments');
  };
  visit(parseSync(file, text).program, false);
  return built === 0 ? found : [...found, ...(await patternsBuiltBy(file, built))];
}

const lineOf = (text: string, start: unknown): number => text.slice(0, Number(start)).split('\n').length;

/** The formats of zod that are patterns. */
const formats =
  /^z\.(?:email|uuid|guid|cuid2?|ulid|nanoid|e164|emoji|base64|base64url|hex|hostname|ipv4|ipv6|cidrv4|cidrv6|jwt|iso\.\w+)$/;

function formatsOf(callee: string): readonly RegExp[] {
  if (!formats.test(callee)) return [];
  const make = callee
    .split('.')
    .slice(1)
    .reduce<unknown>((from, name) => (isSyntax(from) ? from[name] : null), z);
  const schema: unknown = typeof make === 'function' ? Reflect.apply(make, z, []) : null;
  const pattern = schema instanceof z.ZodType && 'pattern' in schema._zod.def ? schema._zod.def.pattern : null;
  if (!(pattern instanceof RegExp)) throw new Error(`${callee} has no pattern to be timed`);
  return [pattern];
}

/** A file is loaded again each time. */
let loaded = 0;

/**
 * What a file builds while it is loaded, at as many places as its text has. A pattern that is built later is not seen, so the file has to
 * be written with a literal.
 */
async function patternsBuiltBy(file: string, expected: number): Promise<readonly Pattern[]> {
  const {RegExp: Original} = globalThis;
  const made: Pattern[] = [];
  const places = new Set<string>();
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [source, flags]) {
      const pattern = new target(source, flags);
      const place = new Error('trace').stack?.split('\n').find((frame) => frame.includes(file));
      if (place !== undefined) {
        places.add(place);
        made.push({at: `${file} (built)`, pattern, finds: pattern.global ? 'all' : 'first'});
      }
      return pattern;
    },
  });
  try {
    loaded += 1;
    await import(/* @vite-ignore */ `${resolve(file)}?patterns=${loaded}`);
  } finally {
    globalThis.RegExp = Original;
  }
  if (places.size < expected) throw new Error(`${file} builds a pattern while it runs; write it as a literal.`);
  return made;
}
