// Every operation the app sends to Shopify, found in the files that send them.

import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';

export type OwnOperation = {readonly name: string; readonly document: string};

const declaration = /^(?:export )?const (\w+): (?:Operation|Mutation)</gm;

/** Throws where an operation is declared that its file does not export: no test could check it. */
export async function ownOperations(): Promise<OwnOperation[]> {
  const folder = path.resolve(import.meta.dirname, '../../server/shopify');
  const files = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter((name) => name.endsWith('.ts'));
  const found: OwnOperation[] = [];
  for (const file of files.map((name) => path.join(folder, name))) {
    const names = [...readFileSync(file, 'utf8').matchAll(declaration)].map(([, name = '']) => name);
    if (names.length === 0) continue;
    const exported: Record<string, unknown> = await import(file);
    found.push(...names.map((name) => ({name, document: documentOf(exported[name], `${name} of ${file}`)})));
  }
  return found;
}

function documentOf(value: unknown, what: string): string {
  if (typeof value === 'object' && value !== null && 'document' in value && typeof value.document === 'string') {
    return value.document;
  }
  throw new Error(`${what} is not exported as an operation`);
}
