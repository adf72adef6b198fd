import type {Point} from './fill.ts';

/** Part of a garment: `main` is the cloth, the others are lighter or darker than it. */
export type Part = {readonly tone: 'main' | 'dark' | 'light'; readonly shape: readonly Point[]};

/** The left half from the top of the middle to its foot, and its mirror image. The picture is 100 wide and 125 high. */
const both = (...half: readonly Point[]): readonly Point[] => [
  ...half,
  ...half.toReversed().map(([x, y]): Point => [100 - x, y]),
];
const box = (left: number, top: number, right: number, foot: number): readonly Point[] => [
  [left, top],
  [right, top],
  [right, foot],
  [left, foot],
];
const oval = (x: number, y: number, wide: number, high: number, from = 0, to = 2): readonly Point[] =>
  Array.from({length: 41}, (_, step): Point => {
    const angle = Math.PI * (from + ((to - from) * step) / 40);
    return [x + wide * Math.cos(angle), y + high * Math.sin(angle)];
  });
const arch = (x: number, y: number, wide: number, high: number, thick: number): readonly Point[] => [
  ...oval(x, y, wide, high, 1, 2),
  ...oval(x, y, wide - thick, high - thick, 1, 2).toReversed(),
];

const main = (shape: readonly Point[]): Part => ({tone: 'main', shape});
const dark = (shape: readonly Point[]): Part => ({tone: 'dark', shape});
const light = (shape: readonly Point[]): Part => ({tone: 'light', shape});

const shortSleeves = main(both([50, 29], [41, 21], [28, 26], [8, 48], [20, 60], [29, 51], [29, 108], [50, 108]));
const longSleeves = main(both([50, 29], [41, 20], [28, 25], [9, 92], [20, 96], [30, 58], [29, 108], [50, 108]));
const neck = dark(both([50, 33], [39, 22], [42, 21], [50, 28]));
const collar = light(both([50, 30], [42, 38], [36, 23], [42, 19]));
const cuffs = [
  dark([
    [9, 92],
    [11, 86],
    [22, 90],
    [20, 96],
  ]),
  dark([
    [91, 92],
    [89, 86],
    [78, 90],
    [80, 96],
  ]),
];
const buttons = [40, 53, 66, 79, 92].map((y) => light(oval(50, y, 1.2, 1.2)));
const legs = main(both([50, 14], [31, 14], [26, 116], [45, 116], [50, 48]));
const waistband = dark(box(31, 14, 69, 19));
const shorts = main(both([50, 38], [26, 38], [19, 88], [45, 92], [50, 70]));
const shoe = main([
  [12, 84],
  [13, 60],
  [32, 57],
  [46, 70],
  [76, 76],
  [90, 84],
  [91, 92],
  [12, 92],
]);
const sole = dark(box(10, 91, 92, 98));

/** By the supplier's category; what is in none of them is drawn as a T-shirt. */
const garments: Readonly<Record<string, readonly Part[]>> = {
  'T-shirts': [shortSleeves, neck],
  'Polo shirts': [shortSleeves, dark(box(47.5, 30, 52.5, 54)), collar],
  'Shirts & Blouses': [longSleeves, dark(box(49, 30, 51, 108)), ...buttons, collar, ...cuffs],
  Jeans: [
    legs,
    waistband,
    light([
      [34, 22],
      [44, 22],
      [40, 33],
      [34, 30],
    ]),
    light([
      [66, 22],
      [56, 22],
      [60, 33],
      [66, 30],
    ]),
  ],
  Trousers: [legs, waistband, dark(box(36, 24, 37, 112)), dark(box(63, 24, 64, 112))],
  Dresses: [
    main(both([50, 27], [44, 18], [36, 19], [34, 36], [39, 60], [21, 116], [50, 118])),
    dark(box(38.5, 58, 61.5, 63)),
  ],
  Skirts: [main(both([50, 36], [34, 36], [19, 104], [50, 108])), dark(box(34, 36, 66, 42))],
  Knitwear: [
    longSleeves,
    neck,
    dark(box(29, 101, 71, 108)),
    ...cuffs,
    light(box(30, 52, 70, 56)),
    light(box(30, 62, 70, 66)),
  ],
  Sweatshirts: [
    dark(both([50, 12], [36, 16], [34, 30], [50, 38])),
    longSleeves,
    neck,
    dark(both([50, 76], [36, 76], [32, 94], [50, 94])),
    ...cuffs,
  ],
  Jackets: [
    longSleeves,
    dark(box(49, 26, 51, 108)),
    collar,
    dark(box(33, 78, 45, 81)),
    dark(box(55, 78, 67, 81)),
    ...cuffs,
  ],
  Coats: [
    main(both([50, 29], [41, 16], [27, 21], [11, 84], [22, 88], [29, 56], [24, 119], [50, 119])),
    light(both([50, 56], [38, 24], [43, 17])),
    dark(box(49.3, 56, 50.7, 119)),
    ...[64, 76, 88].map((y) => light(oval(45, y, 1.4, 1.4))),
  ],
  Shoes: [
    shoe,
    dark([
      [30, 58],
      [44, 70],
      [56, 73],
      [50, 78],
      [30, 70],
    ]),
    sole,
  ],
  Trainers: [
    shoe,
    ...[44, 54, 64].map((x) =>
      light([
        [x, 74],
        [x + 4, 75],
        [x - 4, 90],
        [x - 8, 90],
      ]),
    ),
    light(box(10, 90, 92, 99)),
  ],
  Boxershorts: [shorts, dark(box(26, 38, 74, 44))],
  Swimwear: [
    shorts,
    light(box(26, 38, 74, 44)),
    light([
      [49, 44],
      [51, 44],
      [53, 58],
      [50, 60],
    ]),
  ],
  Socks: [
    main([
      [38, 16],
      [60, 16],
      [60, 76],
      [84, 94],
      [82, 106],
      [66, 110],
      [38, 90],
    ]),
    light(box(38, 16, 60, 24)),
    dark([
      [84, 94],
      [82, 106],
      [66, 110],
      [70, 100],
    ]),
  ],
  Bags: [
    dark(arch(50, 56, 22, 34, 5)),
    main([
      [20, 54],
      [80, 54],
      [86, 110],
      [14, 110],
    ]),
    dark(box(19, 68, 81, 70)),
    light(box(45, 65, 55, 75)),
  ],
  Belts: [
    main([...oval(50, 64, 40, 26), ...oval(50, 60, 34, 19).toReversed()]),
    dark(box(40, 80, 60, 96)),
    light(box(44, 84, 56, 92)),
  ],
  'Caps & Hats': [
    main(oval(46, 78, 32, 38, 1, 2)),
    dark([
      [46, 78],
      [80, 78],
      [94, 88],
      [76, 88],
    ]),
    light(oval(46, 40, 2.4, 2.4)),
  ],
  Scarves: [
    dark(both([50, 40], [34, 22], [28, 34], [50, 54])),
    main([
      [36, 38],
      [50, 44],
      [46, 108],
      [26, 104],
    ]),
    main([
      [64, 34],
      [52, 44],
      [56, 88],
      [74, 84],
    ]),
    light([
      [27, 96],
      [46, 100],
      [46, 104],
      [26, 100],
    ]),
  ],
};

export const garmentOf = (category: string): readonly Part[] => garments[category] ?? [shortSleeves, neck];
