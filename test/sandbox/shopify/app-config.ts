// What Shopify knows of the app from its shopify.app.toml: scopes, webhook subscriptions, metafield definitions.
// https://shopify.dev/docs/apps/build/cli-for-apps/app-configuration
// The reader knows the part of TOML that such a file uses: tables, arrays of tables, strings, booleans, numbers, lists.

import {existsSync, readFileSync} from 'node:fs';
import {z} from 'zod';

export type Subscription = {
  readonly topic: string;
  readonly uri: string;
  readonly includeFields: readonly string[] | null;
  readonly name: string | null;
  readonly compliance: boolean;
};

export type DeclaredDefinition = {
  readonly ownerType: 'ORDER' | 'PRODUCT' | 'PRODUCTVARIANT';
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly adminAccess: string | null;
  readonly adminFilterable: boolean;
};

export type AppConfig = {
  readonly scopes: readonly string[];
  /** What the merchant may grant later, when the app asks for it. */
  readonly optionalScopes: readonly string[];
  readonly subscriptions: readonly Subscription[];
  readonly definitions: readonly DeclaredDefinition[];
};

/** The project's own file, four folders up; null while there is none. */
export function readProjectConfig(): AppConfig | null {
  const file = new URL('../../../shopify.app.toml', import.meta.url);
  return existsSync(file) ? readAppConfig(readFileSync(file, 'utf8')) : null;
}

const Texts = z.array(z.string());
const Config = z.looseObject({
  access_scopes: z.looseObject({scopes: z.string().default(''), optional_scopes: Texts.default([])}).optional(),
  webhooks: z
    .looseObject({
      subscriptions: z
        .array(
          z.looseObject({
            topics: Texts.default([]),
            compliance_topics: Texts.default([]),
            uri: z.string(),
            include_fields: Texts.optional(),
            name: z.string().optional(),
          }),
        )
        .default([]),
    })
    .optional(),
});

const Definition = z.looseObject({
  name: z.string().optional(),
  type: z.string(),
  access: z.looseObject({admin: z.string().optional()}).optional(),
  capabilities: z.looseObject({admin_filterable: z.boolean().optional()}).optional(),
});
const Definitions = z.looseObject({
  metafields: z.looseObject({app: z.record(z.string(), Definition).optional()}).optional(),
});

const owners = {product: 'PRODUCT', variant: 'PRODUCTVARIANT', order: 'ORDER'} as const;

export function readAppConfig(text: string): AppConfig {
  const tables = parseToml(text);
  const config = Config.parse(tables);
  const definitions = Object.entries(owners).flatMap(([table, ownerType]) => {
    const declared = Definitions.safeParse(tables[table]).data?.metafields?.app ?? {};
    return Object.entries(declared).map(([key, definition]) => ({
      ownerType,
      key,
      name: definition.name ?? key,
      type: definition.type,
      adminAccess: definition.access?.admin?.toUpperCase() ?? null,
      adminFilterable: definition.capabilities?.admin_filterable ?? false,
    }));
  });
  const subscriptions = (config.webhooks?.subscriptions ?? []).flatMap((block) => {
    const rest = {uri: block.uri, includeFields: block.include_fields ?? null, name: block.name ?? null};
    return [
      ...block.topics.map((topic) => ({topic, compliance: false, ...rest})),
      ...block.compliance_topics.map((topic) => ({topic, compliance: true, ...rest})),
    ];
  });
  const scopes = (config.access_scopes?.scopes ?? '').split(',').map((scope) => scope.trim());
  const optionalScopes = config.access_scopes?.optional_scopes ?? [];
  return {scopes: scopes.filter((scope) => scope !== ''), optionalScopes, subscriptions, definitions};
}

type Table = {[key: string]: unknown};

export function parseToml(text: string): Readonly<Record<string, unknown>> {
  const root: Table = {};
  let current = root;
  for (const line of logicalLines(text)) {
    const header = /^\[(\[?)\s*([^\]]+?)\s*\]?\]$/.exec(line);
    if (header !== null) {
      current = tableAt(root, splitKey(header[2] ?? ''), header[1] === '[');
      continue;
    }
    const [, key = '', value = ''] = /^([A-Za-z0-9_."'-]+)\s*=\s*(.+)$/s.exec(line) ?? [];
    if (key === '') throw new Error(`shopify.app.toml: cannot read the line ${JSON.stringify(line)}`);
    const path = splitKey(key);
    const last = path.pop() ?? key;
    tableAt(current, path, false)[last] = toValue(value);
  }
  return root;
}

/** Lines without comments; a list that spans lines is one. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let open = '';
  for (const raw of text.split(/\r?\n/)) {
    const line = stripComment(raw).trim();
    if (line === '' && open === '') continue;
    open = open === '' ? line : `${open} ${line}`;
    const bare = open.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '""');
    if (/^[^=]+=/.test(bare) && bare.split('[').length > bare.split(']').length) continue;
    lines.push(open);
    open = '';
  }
  return lines;
}

function stripComment(line: string): string {
  const match = /^((?:[^"'#]|"(?:[^"\\]|\\.)*"|'[^']*')*)#/.exec(line);
  return match === null ? line : (match[1] ?? '');
}

function splitKey(key: string): string[] {
  return (key.match(/"[^"]*"|'[^']*'|[^."'\s]+/g) ?? []).map((part) => part.replace(/^["']|["']$/g, ''));
}

function tableAt(root: Table, path: readonly string[], append: boolean): Table {
  let table = root;
  path.forEach((key, index) => {
    const isLast = index === path.length - 1;
    const known = table[key];
    if (append && isLast) {
      const fresh: Table = {};
      table[key] = [...(Array.isArray(known) ? known : []), fresh];
      table = fresh;
      return;
    }
    const inside = Array.isArray(known) ? known.at(-1) : known;
    const next: Table = isTable(inside) ? inside : {};
    if (!isTable(inside)) table[key] = next;
    table = next;
  });
  return table;
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of these files is JSON once literal strings are quoted and a list's last comma is gone. */
function toValue(text: string): unknown {
  const json = text
    .replace(/'([^']*)'/g, (_, inner: string) => JSON.stringify(inner))
    .replace(/,\s*\]/g, ']')
    .trim();
  try {
    return JSON.parse(json);
  } catch {
    throw new Error(`shopify.app.toml: cannot read the value ${text}`);
  }
}
