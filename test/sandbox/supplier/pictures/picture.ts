// A drawn photograph of an article: the shape by its category, the cloth by its colour, the background by its id.

import type {Article} from '../catalogue/article.ts';
import {blank, type Colour, fill, type Paint} from './fill.ts';
import {garmentOf} from './garments.ts';
import {encodePng} from './png.ts';

const width = 400;
const height = 500;
const scale = width / 100;

/** @param view from 1, as in the article's image addresses; each shows another of its colours. */
export function drawPicture({id, category, colours}: Article, view: number): Buffer {
  const number = hash(id);
  const word = colours[(view - 1) % Math.max(1, colours.length)] ?? '';
  const base = colourOf(word, number);
  const raster = blank(width, height, backdrop(number + view));
  const paints = {
    main: patterned(word, base, number),
    dark: () => mixed(base, [0, 0, 0], 0.3),
    light: () => mixed(base, [255, 255, 255], 0.45),
  };
  for (const {tone, shape} of garmentOf(category)) {
    fill(
      raster,
      shape.map(([x, y]) => [x * scale, y * scale]),
      paints[tone],
    );
  }
  return encodePng(raster);
}

const shades: readonly (readonly [word: string, colour: Colour])[] = [
  ['black', [38, 38, 42]],
  ['navy', [34, 48, 84]],
  ['off-white', [232, 228, 218]],
  ['white', [240, 240, 238]],
  ['grey melange', [158, 160, 164]],
  ['ecru', [222, 212, 190]],
  ['écru', [222, 212, 190]],
  ['beige', [206, 188, 160]],
  ['camel', [186, 142, 88]],
  ['chocolate', [84, 54, 40]],
  ['burgundy', [112, 28, 48]],
  ['bottle green', [24, 74, 56]],
  ['khaki', [128, 124, 84]],
  ['sky blue', [144, 190, 224]],
  ['royal blue', [42, 76, 176]],
  ['dusty pink', [212, 162, 164]],
  ['fuchsia', [200, 40, 120]],
  ['mustard', [208, 160, 44]],
  ['rust', [172, 82, 42]],
  ['lilac', [184, 164, 208]],
  ['anthracite', [70, 74, 80]],
  ['denim', [78, 106, 148]],
  ['leopard', [196, 154, 96]],
];

/** Of an article without a colour, one that its id picks. */
function colourOf(word: string, number: number): Colour {
  const known = shades.find(([name]) => word.toLowerCase().includes(name));
  return (known ?? shades[number % shades.length] ?? shades[0])?.[1] ?? [120, 120, 120];
}

function patterned(word: string, base: Colour, number: number): Paint {
  const name = word.toLowerCase();
  if (name.includes('stripe')) return (_x, y) => (Math.floor(y / 14) % 2 === 0 ? base : [236, 236, 232]);
  if (name === 'leopard') return (x, y) => (isSpot(x, y) ? [74, 50, 30] : base);
  if (name === 'multicolour') return (x) => colourOf('', number + Math.floor(x / 48));
  // Cloth catches a little more light at its top.
  return (_x, y) => mixed(base, [255, 255, 255], 0.1 * (1 - y / height));
}

const isSpot = (x: number, y: number): boolean => Math.sin(x / 7 + Math.sin(y / 9) * 2) * Math.sin(y / 6) > 0.55;

function backdrop(number: number): Paint {
  const tint: Colour = [232 + (number % 14), 232 + ((number >> 4) % 14), 232 + ((number >> 8) % 14)];
  return (_x, y) => mixed(tint, [206, 206, 206], y > height * 0.88 ? 0.5 : 0);
}

function mixed(one: Colour, other: Colour, share: number): Colour {
  const part = (from: number, to: number) => Math.round(from + (to - from) * share);
  return [part(one[0], other[0]), part(one[1], other[1]), part(one[2], other[2])];
}

function hash(text: string): number {
  let value = 7;
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return value;
}
