import type {Sketch} from './catalogue-generator.ts';

export type Filter = {brand?: string | undefined; category?: string | undefined; since?: number | undefined};
export type Columns = ReturnType<typeof openColumns>;

const NONE = -1;

/** What is asked of every article at once, in plain columns of numbers: 200,000 rows take a few megabytes. */
export function openColumns() {
  const brands = openNames();
  const categories = openNames();
  const brandOf: number[] = [];
  const categoryOf: number[] = [];
  const addedAt: number[] = [];
  const cents: number[] = [];

  return {
    size: (): number => brandOf.length,
    write(index: number, sketch: Sketch): void {
      brandOf[index] = brands.numberOf(sketch.brand);
      categoryOf[index] = categories.numberOf(sketch.category);
      addedAt[index] = sketch.addedAt ?? NONE;
      cents[index] = sketch.dropshipCents ?? NONE;
    },
    /** Lower case, as names are compared. */
    brandKey: (index: number): string => brands.keyOf(brandOf[index] ?? NONE),
    categoryKey: (index: number): string => categories.keyOf(categoryOf[index] ?? NONE),
    dropshipCents(index: number): number | undefined {
      const found = cents[index] ?? NONE;
      return found === NONE ? undefined : found;
    },
    /** Brand and category exact but for case; `since` never shows an article without a date. */
    matching(order: readonly number[], {brand, category, since}: Filter): readonly number[] {
      if (brand === undefined && category === undefined && since === undefined) return order;
      const wantedBrand = brand === undefined ? undefined : brands.find(brand);
      const wantedCategory = category === undefined ? undefined : categories.find(category);
      return order.filter(
        (index) =>
          (brand === undefined || brandOf[index] === wantedBrand) &&
          (category === undefined || categoryOf[index] === wantedCategory) &&
          (since === undefined || isSince(addedAt[index] ?? NONE, since)),
      );
    },
    brandCounts(order: readonly number[]): {name: string; count: number}[] {
      const counts = new Map<number, number>();
      for (const index of order) {
        const brand = brandOf[index] ?? NONE;
        counts.set(brand, (counts.get(brand) ?? 0) + 1);
      }
      return [...counts]
        .map(([number, count]) => ({name: brands.nameOf(number), count}))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    },
  };
}

function isSince(added: number, since: number): boolean {
  return added !== NONE && added >= since;
}

/** Names as numbers, two spellings that differ only in case being one name. */
function openNames() {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const keys: string[] = [];
  const find = (name: string): number | undefined => numbers.get(name.toLowerCase());
  return {
    find,
    nameOf: (number: number): string => names[number] ?? '',
    keyOf: (number: number): string => keys[number] ?? '',
    numberOf(name: string): number {
      const known = find(name);
      if (known !== undefined) return known;
      numbers.set(name.toLowerCase(), names.length);
      names.push(name);
      keys.push(name.toLowerCase());
      return names.length - 1;
    },
  };
}
