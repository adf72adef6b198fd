import type {SizeStyle} from './categories.ts';
import type {Draw} from './prng.ts';

/** A size run as a seller writes it, and the single sizes behind it (empty where they cannot be known). */
export type SizeRun = {text: string; each: readonly string[]};

const LETTERS = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL'];
const PACK_RULES = [
  '2S 4M 4L 2XL per pack',
  '1S 2M 2L 1XL',
  '12 pcs: 3S 3M 3L 3XL',
  'size run 2-4-4-2, no single sizes',
];
const BOX_RULES = ['box of 10, sizes mixed', '24 pcs per box, 6 of each size'];
const SHOE_BOX_RULES = ['36–40 / 41–45, 12 pairs per box', '12 pairs: 1-2-3-3-2-1'];

export function drawSizes(draw: Draw, style: SizeStyle, unit: string): SizeRun {
  if (unit === 'pack') return {text: draw.pick(PACK_RULES), each: []};
  if (unit === 'box') return {text: draw.pick(style === 'shoes' ? SHOE_BOX_RULES : BOX_RULES), each: []};
  switch (style) {
    case 'letters':
      return letterRun(draw);
    case 'numbers':
      return numberRun(draw, draw.pick([34, 36, 38, 44, 46]), 2);
    case 'shoes':
      return numberRun(draw, draw.pick([35, 36, 39, 40, 41]), 1);
    case 'jeans':
      return jeansRun(draw);
    case 'one':
      return {text: draw.pick(['One size', 'one size', 'U', '']), each: draw.chance(0.5) ? ['One size'] : []};
    case 'none':
      return {text: '', each: []};
  }
}

function letterRun(draw: Draw): SizeRun {
  const from = draw.between(0, 3);
  const each = LETTERS.slice(from, from + draw.between(2, 6));
  const [first = '', last = ''] = [each[0], each.at(-1)];
  const text = draw.pick([`${first}–${last}`, `${first}–${last}`, `${first}-${last}`, each.join(', '), each.join('/')]);
  return {text, each};
}

function numberRun(draw: Draw, from: number, step: number): SizeRun {
  const to = from + step * draw.between(3, 6);
  const each: string[] = [];
  for (let size = from; size <= to; size += step) each.push(String(size));
  const text = draw.pick([`${from}–${to}`, `${from}–${to}`, `${from} - ${to}`, `EU ${from}–${to}`, each.join(' ')]);
  return {text, each};
}

function jeansRun(draw: Draw): SizeRun {
  const each = ['W28', 'W29', 'W30', 'W31', 'W32', 'W33', 'W34', 'W36'].slice(0, draw.between(4, 8));
  const lengths = draw.chance(0.4) ? ['L30', 'L32', 'L34'] : ['L32'];
  const text = `${each[0] ?? ''}–${each.at(-1) ?? ''} / ${lengths.join(' ')}`;
  return {text, each: each.flatMap((waist) => lengths.map((length) => `${waist}/${length}`))};
}
