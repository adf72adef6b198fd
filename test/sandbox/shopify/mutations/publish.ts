// publishablePublish and publishableUnpublish: which sales channels show a product. Publishing an unknown publication is
// a user error; a draft may be published and shows once it is active (schema description of publishablePublish).

import {z} from 'zod';
import {parseInput, type View} from '../field.ts';
import {notImplemented} from '../not-implemented.ts';
import {productByGid} from '../store/find-product.ts';
import {gid, typeOf} from '../store/gid.ts';
import {draftOf, type ShopStore, saveProduct} from '../store/shop-store.ts';
import {productView} from '../views/product.ts';
import {shopView} from '../views/shop.ts';
import {asUserErrors, refuse} from './user-error.ts';

const Inputs = z.array(z.strictObject({publicationId: z.string().nullish()}));

export function publish(store: ShopStore, args: Readonly<Record<string, unknown>>, isPublished: boolean): View {
  const inputs = parseInput('PublicationInput', Inputs, args['input']);
  const id = String(args['id']);
  if (typeOf(id) !== 'Product') throw notImplemented(`publishing a ${typeOf(id) ?? id}`);
  return asUserErrors<View>(
    () => {
      const product = productByGid(store, id);
      if (product === null) throw refuse(null, ['id'], 'Resource does not exist');
      const draft = draftOf(product);
      checkPublications(inputs);
      inputs.forEach((input, index) => {
        const publication = store.publications.find((known) => gid('Publication', known.id) === input.publicationId);
        if (publication === undefined) {
          throw refuse(
            null,
            ['input', String(index), 'publicationId'],
            'Publication does not exist or is not publishable',
          );
        }
        if (isPublished) draft.publications.set(publication.id, store.now());
        else draft.publications.delete(publication.id);
      });
      saveProduct(store, draft);
      return {publishable: productView(store, draft), shop: shopView(store), userErrors: []};
    },
    // Recorded: the product as it still is.
    (userErrors) => {
      const product = productByGid(store, id);
      return {publishable: product === null ? null : productView(store, product), shop: shopView(store), userErrors};
    },
  );
}

function checkPublications(inputs: z.infer<typeof Inputs>): void {
  inputs.forEach(({publicationId}, index) => {
    const field = ['input', String(index), 'publicationId'];
    if (publicationId == null) throw refuse(null, field, 'PublicationId cannot be empty');
    if (inputs.findIndex((other) => other.publicationId === publicationId) < index) {
      throw refuse(null, field, 'The same publication was specified more than once');
    }
  });
}
