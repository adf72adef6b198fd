import {type Answer, articlesAnswer, jsonAnswer} from './answers/answer.ts';
import {pageEnvelope, readPage} from './answers/paging.ts';
import {type Refuse, unknownOperation, wrongMethod} from './answers/refusals.ts';
import type {Shapes} from './answers/shapes.ts';
import {brandsBody, whoamiBody} from './answers/shapes-catalogue.ts';
import type {Call} from './call.ts';
import {FIELDS} from './catalogue/article.ts';
import type {Catalogue} from './catalogue/catalogue.ts';
import {parseSince} from './catalogue/since-date.ts';
import {isoNow} from './iso-now.ts';
import type {Partner} from './keys.ts';

export type CatalogueService = {catalogue: Catalogue; shapes: Shapes; refuse: Refuse; now: () => number};

/** {base_url}/api/catalog for a partner whose key was found good. */
export function answerCatalogue(service: CatalogueService, call: Call, partner: Partner): Answer {
  const {catalogue, shapes, refuse} = service;
  if (call.method !== 'GET') return wrongMethod(refuse, 'GET');
  switch (call.a) {
    case 'products':
      return products(service, call.params);
    case 'product':
      return product(service, call.params.get('id') ?? '');
    case 'brands':
      return jsonAnswer(200, brandsBody(shapes.brands, catalogue.brandCounts()));
    case 'whoami':
      return jsonAnswer(200, whoamiBody(shapes.whoami, partner, FIELDS));
    default:
      return unknownOperation(refuse, call.a);
  }
}

/** Brand and category are compared whole, without regard to case; an empty filter is no filter. */
function products({catalogue, refuse, now}: CatalogueService, params: URLSearchParams): Answer {
  const page = readPage(params);
  if ('invalid' in page) return invalidParameter(refuse, page.invalid);
  const sinceText = params.get('since') ?? '';
  const since = sinceText === '' ? undefined : parseSince(sinceText);
  if (sinceText !== '' && since === undefined) return invalidParameter(refuse, 'since');
  const filter = {brand: params.get('brand') || undefined, category: params.get('cat') || undefined, since};
  const {total, articles} = catalogue.page(filter, (page.page - 1) * page.per, page.per);
  return articlesAnswer(articles, (items) => pageEnvelope(page, total, items, isoNow(now)));
}

function product({catalogue, refuse}: CatalogueService, id: string): Answer {
  const article = catalogue.get(id);
  if (article === undefined) return refuse({status: 404, code: 'not_found', message: `There is no article ${id}.`});
  return articlesAnswer([article], ([item]) => ({ok: true, item}));
}

function invalidParameter(refuse: Refuse, field: string): Answer {
  return refuse({status: 400, code: `invalid_${field}`, message: `The parameter ${field} is not valid.`, field});
}
