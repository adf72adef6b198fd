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
type Element = {
  properties: Record<string, PropertyKind>;
  /** What a property may be, where the list names every value. */
  values: Record<string, string[]>;
  slots: string[];
};
export type PolarisManifest = Record<string, Element>;

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
    const values = members.flatMap(({name, type}) => {
      const listed = valuesOf(type?.text ?? '');
      return listed === null || name === undefined ? [] : [[name, listed] as const];
    });
    manifest[tagName] = {
      properties: Object.fromEntries(properties),
      values: Object.fromEntries(values),
      slots: slots.map((slot) => slot.name),
    };
  }
  return manifest;
}

/** Null for methods and callbacks, which are no attributes. */
function kindOf(type: string): PropertyKind | null {
  if (/=>|CallbackEvent/.test(type)) return null;
  if (type === 'boolean' || type === 'number') return type;
  return 'string';
}

/** The words of a type that is nothing but words; null for any other. Sizes name "0" and leave out their lengths, so they are none. */
function valuesOf(type: string): string[] | null {
  const words = type.split('|').map((word) => /^"([a-z0-9_-]*)"$/i.exec(word.trim())?.[1]);
  const listed = words.flatMap((word) => (word === undefined ? [] : [word]));
  return listed.length < words.length || listed.includes('0') ? null : listed;
}
