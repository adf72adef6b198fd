// .env.example, the README's table and the program name the same variables, and the same defaults.
import {readFileSync} from 'node:fs';
import {parseEnv} from 'node:util';
import {describe, expect, test} from 'vitest';
import {readConfig} from '../../server/config.ts';

const text = readFileSync('.env.example', 'utf8');
const lines = text.split('\n');
const variable = /^#?([A-Z][A-Z_]*)=/;

const needed = {
  HOST: 'https://app.example',
  SHOPIFY_API_KEY: 'the-key',
  SHOPIFY_API_SECRET: 'the-secret',
  SUPPLIER_URL: 'https://supplier.example/shop',
  ENCRYPTION_KEYS: `k1:${Buffer.from('0123456789abcdef'.repeat(2)).toString('base64')}`,
};

/** The names that `readConfig` looks up, as it does it. */
function namesRead(): readonly string[] {
  const names = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(needed, {
    get(values, name) {
      names.add(String(name));
      return Reflect.get(values, name);
    },
  });
  readConfig(env);
  return [...names].toSorted();
}

function namesInTable(): readonly string[] {
  const readme = readFileSync('README.md', 'utf8');
  const [, section = ''] = readme.split('\n## Environment\n');
  const [table = ''] = section.split('\n## ');
  const cells = table.split('\n').flatMap((line) => /^\| (`[^|]*) \|/.exec(line)?.[1] ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => String(name))).toSorted();
}

describe('.env.example', () => {
  test('names every variable the program reads, once, and no other; so does the README', () => {
    const names = lines.flatMap((line) => variable.exec(line)?.[1] ?? []);
    expect(names.toSorted()).toEqual(namesRead());
    expect(namesInTable()).toEqual(namesRead());
  });

  test('has a sentence above each', () => {
    const bare = lines.filter((line, at) => variable.test(line) && !/^# .*\S$/.test(lines[at - 1] ?? ''));
    expect(bare).toEqual([]);
  });

  test('leaves open what is needed, and only that', () => {
    expect(Object.keys(parseEnv(text)).toSorted()).toEqual(Object.keys(needed).toSorted());
    for (const name of Object.keys(needed)) expect(() => readConfig({...needed, [name]: ''})).toThrow(name);
  });

  test('states the defaults of the program', () => {
    const withDefaults = parseEnv(text.replaceAll(/^#(?=[A-Z_]+=)/gm, ''));
    expect(withDefaults).toMatchObject({PORT: '3000', SUPPLIER_DROPSHIP_AUTH: 'Authorization: Bearer {key}'});
    expect(readConfig({...withDefaults, ...needed})).toEqual(readConfig(needed));
    const stated = Object.entries(withDefaults).filter(([, value]) => value !== '');
    for (const [name] of stated) expect(readConfig({...needed, [name]: ''})).toEqual(readConfig(needed));
  });
});
