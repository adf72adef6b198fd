// Tries a product template on one article: what a run would make of it, beside what the saved template makes. Writes nothing.
import {Router} from 'express';
import type {Article} from '#domain/catalogue/article.ts';
import {type FieldOwners, ownerOf} from '#domain/catalogue/owned-field.ts';
import {mapFields} from '#domain/catalogue/product-fields.ts';
import {tryTemplate} from '#domain/catalogue/template/try-template.ts';
import type {ShopDomain} from '#domain/ids.ts';
import {loadExampleArticle} from '../../../db/listings/listing-facts.ts';
import {loadListings} from '../../../db/listings/listings.ts';
import {loadStoredSettings} from '../../../db/shops/shops.ts';
import type {Deps} from '../../../deps.ts';
import {type TemplateTry, TemplateTryInput, triedFields} from '../../contract/template/template-try.ts';
import {parseInput, Refusal} from '../../refusal.ts';
import {shopOf} from '../../session.ts';
import {requireArticle} from '../require-article.ts';

export function templateRoutes(deps: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.post('/template/try', async (req, res) => {
    const shop = shopOf(res);
    const {template, owned, articleId} = parseInput(TemplateTryInput, req.body);
    const article = await loadTriedArticle(deps, shop, articleId);
    if (article === null) return void res.json({tried: null} satisfies TemplateTry);
    const {settings} = await loadStoredSettings(deps.db, shop);
    const {notes: _notes, ...saved} = tryTemplate(article, settings.template);
    const {notes, ...typed} = tryTemplate(article, template);
    const {id, name, brand, images} = article;
    const answer = {
      article: {id, name, brand, picture: images[0] ?? null},
      saved: {...saved, tags: [...saved.tags]},
      typed: {...typed, tags: [...typed.tags]},
      notes: notes.map((note) => ({...note})),
      owners: await loadOwners(deps, shop, article, owned),
    };
    res.json({tried: answer} satisfies TemplateTry);
  });
  return router;
}

/** The named article, or the first one with a product, or the first one; null: the shop has none whose texts were read. */
async function loadTriedArticle(
  deps: Pick<Deps, 'db'>,
  shop: ShopDomain,
  given: string | undefined,
): Promise<Article | null> {
  if (given === undefined) return loadExampleArticle(deps.db, shop);
  const {row} = await requireArticle(deps, shop, given);
  if (row.data === null)
    throw new Refusal(409, 'not_read', 'The texts of this article have not been read yet.', 'articleId');
  return row.data;
}

/** Who writes the fields of the article's product; null: it has none. */
async function loadOwners(
  {db}: Pick<Deps, 'db'>,
  shop: ShopDomain,
  {id}: Article,
  owned: FieldOwners,
): Promise<NonNullable<TemplateTry['tried']>['owners']> {
  const listing = (await loadListings(db, shop, [id])).get(id);
  if (listing === undefined || listing.productGid === null || listing.state === 'deleted_in_store') return null;
  return mapFields(triedFields, (field) => ownerOf(field, owned, listing.ownedHere, listing.edits));
}
