export type SizeStyle = 'letters' | 'numbers' | 'jeans' | 'shoes' | 'one' | 'none';

export type Category = {
  name: string;
  noun: string;
  /** How often it comes up, against the others. */
  weight: number;
  sizes: SizeStyle;
  made: 'cloth' | 'leather';
  /** Wholesale price range of one unit, in cents. */
  cents: readonly [number, number];
  /** The share of lines sold in packs or boxes. */
  packed: number;
};

/** "a boxershorts category" is kept out of dropshipping (interface document, a=list). */
export const EXCLUDED_CATEGORY = 'Boxershorts';

export const CATEGORIES: readonly Category[] = [
  {name: 'T-shirts', noun: 'T-shirt', weight: 14, sizes: 'letters', made: 'cloth', cents: [490, 2400], packed: 0.06},
  {
    name: 'Polo shirts',
    noun: 'polo shirt',
    weight: 6,
    sizes: 'letters',
    made: 'cloth',
    cents: [990, 3200],
    packed: 0.02,
  },
  {
    name: 'Shirts & Blouses',
    noun: 'shirt',
    weight: 8,
    sizes: 'letters',
    made: 'cloth',
    cents: [1200, 4500],
    packed: 0.02,
  },
  {name: 'Jeans', noun: 'jeans', weight: 8, sizes: 'jeans', made: 'cloth', cents: [1400, 5200], packed: 0.03},
  {name: 'Trousers', noun: 'trousers', weight: 7, sizes: 'numbers', made: 'cloth', cents: [1300, 4900], packed: 0.02},
  {name: 'Dresses', noun: 'dress', weight: 8, sizes: 'numbers', made: 'cloth', cents: [1500, 7900], packed: 0.01},
  {name: 'Skirts', noun: 'skirt', weight: 3, sizes: 'numbers', made: 'cloth', cents: [1100, 3900], packed: 0.01},
  {name: 'Knitwear', noun: 'jumper', weight: 7, sizes: 'letters', made: 'cloth', cents: [1500, 6900], packed: 0.02},
  {
    name: 'Sweatshirts',
    noun: 'sweatshirt',
    weight: 7,
    sizes: 'letters',
    made: 'cloth',
    cents: [1200, 4200],
    packed: 0.03,
  },
  {name: 'Jackets', noun: 'jacket', weight: 6, sizes: 'letters', made: 'cloth', cents: [2900, 14900], packed: 0},
  {name: 'Coats', noun: 'coat', weight: 3, sizes: 'numbers', made: 'cloth', cents: [4900, 24900], packed: 0},
  {name: 'Shoes', noun: 'loafers', weight: 5, sizes: 'shoes', made: 'leather', cents: [1900, 9900], packed: 0.04},
  {name: 'Trainers', noun: 'trainers', weight: 6, sizes: 'shoes', made: 'leather', cents: [1900, 8900], packed: 0.04},
  {
    name: EXCLUDED_CATEGORY,
    noun: 'boxershorts',
    weight: 4,
    sizes: 'letters',
    made: 'cloth',
    cents: [350, 1500],
    packed: 0.6,
  },
  {name: 'Socks', noun: 'socks', weight: 3, sizes: 'shoes', made: 'cloth', cents: [150, 900], packed: 0.7},
  {name: 'Swimwear', noun: 'swim shorts', weight: 3, sizes: 'letters', made: 'cloth', cents: [700, 2900], packed: 0.02},
  {name: 'Bags', noun: 'bag', weight: 4, sizes: 'none', made: 'leather', cents: [1500, 19900], packed: 0},
  {name: 'Belts', noun: 'belt', weight: 2, sizes: 'numbers', made: 'leather', cents: [600, 2900], packed: 0.05},
  {name: 'Caps & Hats', noun: 'cap', weight: 3, sizes: 'one', made: 'cloth', cents: [400, 1900], packed: 0.05},
  {name: 'Scarves', noun: 'scarf', weight: 2, sizes: 'one', made: 'cloth', cents: [500, 3900], packed: 0.02},
];
