// What a template makes of one article, with sentences about what does not come out as it was typed.
import type {Article} from '#domain/catalogue/article.ts';
import type {ProductTemplate} from '#domain/catalogue/template/product-template.ts';
import {maxLineLength} from '#domain/catalogue/template/template-lines.ts';
import {fillTags, fillTitle, toProductText, unitSuffix} from '#domain/catalogue/to-product.ts';
import {recogniseOrigin} from '#domain/origin/recognise-origin.ts';
import {shorten} from '#domain/text.ts';

/** What a template makes of one article. */
export type TriedTemplate = {
  readonly title: string;
  readonly tags: readonly string[];
  readonly vendor: string;
  readonly type: string;
  /** Null: no weight is sent. */
  readonly weightGrams: number | null;
  /** Shopify's code of the country of origin; null: none is sent. */
  readonly origin: string | null;
  /** Sentences about single fields; empty: everything comes out as it was typed. */
  readonly notes: readonly TemplateNote[];
};

export type TemplateNote = {readonly field: 'title' | 'tags' | 'origin'; readonly text: string};

/** Makes of the article what a run would make of it with this template. */
export function tryTemplate(article: Article, template: ProductTemplate): TriedTemplate {
  const {title, tags, vendor, productType: type, weightGrams, origin} = toProductText(article, template);
  const notReadOrigin = template.origin === true && origin === null ? originNotes(article) : [];
  const notes = [...titleNotes(article, template), ...tagNotes(article, template), ...notReadOrigin];
  return {title, tags, vendor, type, weightGrams, origin, notes};
}

function titleNotes(article: Article, template: ProductTemplate): readonly TemplateNote[] {
  const filled = fillTitle(article, template);
  if (filled === '') return [{field: 'title', text: 'The title comes out empty, so the article’s number is used.'}];
  const isCut = filled.length + unitSuffix(article.unit).length > maxLineLength;
  return isCut ? [{field: 'title', text: `Shopify takes ${maxLineLength} characters, so the title is cut.`}] : [];
}

function tagNotes(article: Article, {tags}: ProductTemplate): readonly TemplateNote[] {
  const filled = fillTags(article, tags);
  const empty = filled.filter((tag) => tag === '').length;
  return [
    ...(empty > 0 ? [{field: 'tags' as const, text: 'A tag that comes out empty is left out.'}] : []),
    ...(filled.some((tag) => tag.length > maxLineLength)
      ? [{field: 'tags' as const, text: `Shopify takes ${maxLineLength} characters, so a tag is cut.`}]
      : []),
  ];
}

/** Why no country of origin is sent. */
function originNotes(article: Article): readonly TemplateNote[] {
  const stated = shorten(article.origin.trim(), maxQuoted);
  if (stated === '') return [{field: 'origin', text: 'The supplier states no origin of it.'}];
  const isUnion = recogniseOrigin(stated) === 'EU';
  const why = isUnion ? 'names no single country' : 'cannot be read as a country that Shopify has a code for';
  return [{field: 'origin', text: `“${stated}” ${why}.`}];
}

/** The most characters of the supplier's text that a note quotes. */
const maxQuoted = 80;
