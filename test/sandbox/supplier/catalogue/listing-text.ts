import type {Category} from './categories.ts';
import type {Draw} from './prng.ts';
import * as words from './words.ts';

/** "May be empty on older listings"; and nothing says that it is unique. */
export function drawSku(draw: Draw, old: boolean): string {
  if (draw.chance(old ? 0.5 : 0.04)) return '';
  const letters = draw.pick(['TT', 'VD', 'NH', 'KV', 'MC', 'OY']);
  const digits = draw.chance(0.04) ? draw.between(1, 20) : draw.between(100_000, 9_999_999);
  return `${letters}-${digits}${draw.pick(['', '', '/01', '.B', ' 2'])}`;
}

export function drawName(draw: Draw, brand: string, noun: string): string {
  const plain = `${draw.pick(words.ADJECTIVES)} ${noun}`;
  const form = draw.unit();
  if (form < 0.7) return `${brand} ${plain}`;
  if (form < 0.97) return `${plain} ${draw.between(100, 9999)}`;
  return `${brand} <i>${plain}</i> ✨ "${draw.between(1, 99)}"`;
}

/** Mostly a sentence or three; some empty, some with markup and emoji, some very long. */
export function drawDescription(draw: Draw, brand: string, {noun, made}: Category): string {
  const form = draw.unit();
  if (form < 0.03) return '';
  const plain = `${capitalised(noun)} by ${brand}. ${draw.pick(words.FABRICS[made])}. ${draw.pick(words.REMARKS)}`;
  if (form < 0.1) return `${draw.pick(words.ROUGH_TEXT)} ${plain}`;
  if (form < 0.11) return Array.from({length: 40}, () => draw.pick(words.REMARKS)).join('\n');
  return draw.chance(0.5) ? `${plain} ${draw.pick(words.REMARKS)}` : plain;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function drawColours(draw: Draw): string[] {
  if (draw.chance(0.12)) return [];
  const colours = new Set<string>();
  for (let more = draw.between(1, 5); more > 0; more--) colours.add(draw.pick(words.COLOURS));
  return [...colours];
}

/** Where the images of articles are: any address, without a slash at its end. */
export type ImageBase = () => string;

/** Absolute URLs, the first the primary image; some lines have no photograph. */
export function drawImages(draw: Draw, id: string, base: ImageBase): string[] {
  const count = draw.chance(0.05) ? 0 : draw.between(1, 6);
  return Array.from({length: count}, (_, at) => `${base()}/${id}/${at + 1}.png`);
}
