// The lines of a product template: what may stand in braces, what is wrong with a typed line, and how a line is filled. Imports no zod, so
// that the pages can load it.

/** The words that a line may have in braces; each stands for a text of the article. */
export const placeholders = ['name', 'brand', 'category', 'sku', 'id'] as const;

/** Shopify's limit for titles, vendors, types, tags, SKUs and the names of variants. */
export const maxLineLength = 255;
/** The most tags of a template. Shopify takes 250 of a product; the merchant's own need room. */
export const maxTags = 50;

/** A sentence about what is wrong with a typed title; null: nothing. */
export const titleLineError = (line: string): string | null =>
  line.trim() === '' ? 'Enter a title, such as {name}.' : templateLineError(line);

/** A sentence about what is wrong with one typed tag; null: nothing. */
export function tagLineError(line: string): string | null {
  if (line.trim() === '') return 'Enter a tag, or leave it out.';
  return line.includes(',') ? 'A tag has no comma: Shopify would make two tags of it.' : templateLineError(line);
}

/** What is wrong with the length or the placeholders of a line. */
function templateLineError(line: string): string | null {
  if (line.length > maxLineLength) return `Enter at most ${maxLineLength} characters.`;
  const unknown = line.match(/\{[^{}]*\}/g)?.find((written) => !known.has(written));
  if (unknown !== undefined) return `${unknown} stands for nothing. You can use ${knownText}.`;
  const rest = line.replaceAll(/\{[^{}]*\}/g, '');
  return /[{}]/.test(rest) ? `A brace is missing its other half. You can use ${knownText}.` : null;
}

const inBraces = placeholders.map((word) => `{${word}}`);
const known = new Set(inBraces);
/** All placeholders as a sentence names them. */
const knownText = `${inBraces.slice(0, -1).join(', ')} and ${inBraces.at(-1)}`;

/** A sentence about what is wrong with a typed vendor or product type; null: nothing. */
export function shownNameError(name: string): string | null {
  if (name.trim() === '') return 'Enter what your store shows, or remove the row.';
  return name.length > maxLineLength ? `Enter at most ${maxLineLength} characters.` : null;
}

/** Replaces `{name}` and the like once, so braces in the supplier's own text are never treated as placeholders. */
export function fillTemplate(template: string, words: Readonly<Record<string, string>>): string {
  const given = new Map(Object.entries(words));
  return template.replaceAll(/\{([a-z]+)\}/g, (written, word: string) => given.get(word) ?? written);
}
