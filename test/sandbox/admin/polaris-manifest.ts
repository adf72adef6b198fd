// Shopify's own list of elements, properties and slots, read from @shopify/polaris-types whenever the sandbox starts.
import {readFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {z} from 'zod';

const CustomElements = z.object({
  modules: z.array(
    z.object({
      declarations: z
        .array(
          z.object({
            tagName: z.string().optional(),
            /** Index signatures have no name. */
            members: z
              .array(z.object({name: z.string().optional(), type: z.object({text: z.string()}).optional()}))
              .default([]),
            slots: z.array(z.object({name: z.string()})).default([]),
          }),
        )
        .default([]),
    }),
  ),
});

type PropertyKind = 'boolean' | 'number' | 'string';
export type PolarisManifest = Record<string, {properties: Record<string, PropertyKind>; slots: string[]}>;

export async function loadPolarisManifest(): Promise<PolarisManifest> {
  const file = fileURLToPath(import.meta.resolve('@shopify/polaris-types/custom-elements'));
  const {modules} = CustomElements.parse(JSON.parse(await readFile(file, 'utf8')));
  const manifest: PolarisManifest = {};
  for (const {tagName, members, slots} of modules.flatMap((module) => module.declarations)) {
    if (tagName === undefined) continue;
    const properties = members.flatMap(({name, type}) => {
      const kind = kindOf(type?.text ?? '');
      return kind === null || name === undefined ? [] : [[name, kind] as const];
    });
    manifest[tagName] = {properties: Object.fromEntries(properties), slots: slots.map((slot) => slot.name)};
  }
  return manifest;
}

/** Null for methods and callbacks, which are no attributes. */
function kindOf(type: string): PropertyKind | null {
  if (/=>|CallbackEvent/.test(type)) return null;
  if (type === 'boolean' || type === 'number') return type;
  return 'string';
}
