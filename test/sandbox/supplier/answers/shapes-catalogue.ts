import type {Partner} from '../keys.ts';
import type {ShapeOf} from './shapes.ts';

export type BrandCount = {name: string; count: number};

const NOTES = {
  stock: 'Stock is not available through this feed.',
  barcodes: 'EAN, GTIN and other barcodes are not available.',
};

/** a=brands: every brand with its product count, in the chosen form. */
export function brandsBody(shape: ShapeOf<'brands'>, brands: readonly BrandCount[]): unknown {
  switch (shape) {
    case 'brands-name-count':
      return {ok: true, brands};
    case 'items-brand-products':
      return {ok: true, items: brands.map(({name, count}) => ({brand: name, products: count}))};
    case 'items-product-count':
      return {ok: true, items: brands.map(({name, count}) => ({name, slug: slugOf(name), product_count: count}))};
    case 'bare-array':
      return brands;
    case 'record':
      return {ok: true, brands: countsByName(brands)};
    case 'bare-record':
      return countsByName(brands);
    case 'pairs':
      return {ok: true, brands: brands.map(({name, count}) => [name, count])};
    case 'text-counts':
      return {ok: true, brands: brands.map(({name, count}) => ({name, count: String(count)}))};
    case 'paged':
      return {
        ok: true,
        page: 1,
        per_page: brands.length,
        pages: 1,
        total: brands.length,
        next_page: null,
        items: brands,
      };
  }
}

function countsByName(brands: readonly BrandCount[]): Record<string, number> {
  return Object.fromEntries(brands.map(({name, count}) => [name, count]));
}

function slugOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** a=whoami: the partner the key belongs to, the field list, and what is unavailable, in the chosen form. */
export function whoamiBody(
  shape: ShapeOf<'whoami'>,
  {id, name, email}: Partner,
  fields: Readonly<Record<string, string>>,
): unknown {
  const names = Object.keys(fields);
  const notes = Object.values(NOTES);
  switch (shape) {
    case 'partner-text':
      return {ok: true, partner: name, fields: names, notes};
    case 'partner-object':
      return {ok: true, partner: {id, name, email}, fields: names, notes: NOTES};
    case 'notes-text':
      return {ok: true, partner: {name}, fields: names, notes: notes.join(' ')};
    case 'fields-described':
      return {ok: true, partner: {id, name}, fields, notes};
    case 'flat':
      return {
        ok: true,
        partner_id: id,
        partner_name: name,
        fields: names.join(', '),
        unavailable: Object.keys(NOTES),
      };
    case 'wrapped':
      return {ok: true, item: {partner: {id, name}, fields: names, notes}};
    case 'bare':
      return {partner: name, fields: names, notes};
  }
}
