// Which scripts the page at an address loads after its first one, so that the browser fetches them at the same time.
import {readFileSync} from 'node:fs';
import {z} from 'zod';

/** Vite's build.manifest, https://vite.dev/guide/backend-integration: each source with its script and the scripts it imports. */
const Manifest = z.record(
  z.string(),
  z.object({file: z.string(), isEntry: z.boolean().optional(), imports: z.array(z.string()).optional()}),
);
type Manifest = z.infer<typeof Manifest>;

/** The addresses of web/shell/app-routes.tsx, except `*`, with the file of each page. */
const pages: readonly (readonly [RegExp, string])[] = [
  [/^\/$/, 'pages/home.tsx'],
  [/^\/orders\/?$/, 'pages/orders.tsx'],
  [/^\/orders\/pay\/?$/, 'pages/pay-next.tsx'],
  [/^\/orders\/[^/]+\/?$/, 'pages/one-order.tsx'],
  [/^\/setup\/?$/, 'pages/setup.tsx'],
  [/^\/products\/?$/, 'pages/products.tsx'],
  [/^\/products\/[^/]+\/?$/, 'pages/one-article.tsx'],
  [/^\/rules\/?$/, 'pages/rules.tsx'],
  [/^\/pricing\/?$/, 'pages/pricing.tsx'],
  [/^\/decisions\/?$/, 'pages/decisions.tsx'],
  [/^\/runs\/?$/, 'pages/runs.tsx'],
  [/^\/runs\/[^/]+\/?$/, 'pages/one-run.tsx'],
  [/^\/settings\/?$/, 'pages/settings.tsx'],
  [/^\/settings\/connection\/?$/, 'pages/connection.tsx'],
  [/^\/open\/order\/?$/, 'pages/open-order.tsx'],
  [/^\/open\/product\/?$/, 'pages/open-product.tsx'],
];

/**
 * @param dist the folder of the build. Without a manifest nothing is announced: the page loads its scripts one after the other.
 * @returns for the path of an address, the paths of the scripts to preload
 */
export function readPageScripts(dist: string): (path: string) => readonly string[] {
  const manifest = readManifest(dist);
  return (path) => {
    const source = pages.find(([address]) => address.test(path))?.[1];
    return source === undefined ? [] : [...scriptsOf(manifest, source)].map((file) => `/${file}`);
  };
}

function readManifest(dist: string): Manifest {
  try {
    return Manifest.parse(JSON.parse(readFileSync(`${dist}/manifest.json`, 'utf8')));
  } catch {
    return {};
  }
}

/** The scripts of a source and of everything it imports, except the entry: the page names that one itself. */
function scriptsOf(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[source];
  if (chunk === undefined || chunk.isEntry === true || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) scriptsOf(manifest, imported, found);
  return found;
}
