// A product template tried on one article before it is saved.
import {z} from 'zod';
import {FieldOwners} from '#domain/catalogue/owned-field.ts';
import {ProductTemplateInput} from '#domain/catalogue/template/product-template.ts';

/** The fields of a product of which the template decides, and that have an owner. */
export const triedFields = ['title', 'tags', 'vendor', 'type'] as const;

/** POST /api/template/try: the typed template and field owners. Without an article, the shop's first one is taken. */
export const TemplateTryInput = z.object({
  template: ProductTemplateInput,
  owned: FieldOwners,
  articleId: z.string().min(1).max(200).optional(),
});
export type TemplateTryInput = z.input<typeof TemplateTryInput>;

/** What a template makes of an article. */
const Made = z.object({
  title: z.string(),
  tags: z.array(z.string()),
  vendor: z.string(),
  type: z.string(),
  /** Null: no weight is sent. */
  weightGrams: z.number().nullable(),
  /** The code of the country of origin; null: none is sent. */
  origin: z.string().nullable(),
});

/** Null: the shop has no article with texts yet. */
export const TemplateTry = z.object({
  tried: z
    .object({
      article: z.object({id: z.string(), name: z.string(), brand: z.string(), picture: z.string().nullable()}),
      /** With the saved template. */
      saved: Made,
      /** With the typed template. */
      typed: Made,
      /** What does not come out as it was typed, in sentences. */
      notes: z.array(z.object({field: z.enum(['title', 'tags', 'origin']), text: z.string()})),
      /** Who writes these fields of its product, with the typed owners; null: it has no product, so all of it is written. */
      owners: z.record(z.enum(triedFields), z.enum(['sync', 'merchant'])).nullable(),
    })
    .nullable(),
});
export type TemplateTry = z.infer<typeof TemplateTry>;
