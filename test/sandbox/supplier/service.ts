import type {IncomingMessage, ServerResponse} from 'node:http';
import {type Answer, UNAUTHORIZED} from './answers/answer.ts';
import {openMisbehaviour} from './answers/misbehaviour.ts';
import {openRefusals, type Refuse} from './answers/refusals.ts';
import {respond} from './answers/respond.ts';
import {send} from './answers/send.ts';
import {type Call, readBody} from './call.ts';
import {openCatalogue} from './catalogue/catalogue.ts';
import {answerCatalogue} from './catalogue-api.ts';
import {openDropship} from './dropship-api.ts';
import {type Api, keyReader, openKeyring} from './keys.ts';
import {openOrderBook} from './orders/order-book.ts';
import {answerPage} from './pages.ts';
import {openRequestLog} from './request-log.ts';
import type {Settings} from './settings.ts';

/** What the service knows and remembers. */
export type SupplierParts = ReturnType<typeof openSupplierParts>;

const APIS: Readonly<Record<string, Api>> = {'/api/catalog': 'catalogue', '/api/dropship': 'dropship'};

export function openSupplierParts(settings: Settings, baseUrl: () => string) {
  const {seed, articles, excludedBrands, excludedCategory, now} = settings;
  return {
    settings,
    catalogue: openCatalogue({
      seed,
      count: articles,
      excluded: {brands: excludedBrands, category: excludedCategory},
      now,
      imageBase: settings.servesImages ? () => `${baseUrl()}/pictures` : undefined,
    }),
    orders: openOrderBook({...settings, baseUrl}),
    keys: openKeyring(),
    log: openRequestLog(),
    misbehaviour: openMisbehaviour(),
  };
}

/** Answers every request to the port: the two APIs, the checkout, the pictures, the supplier's own pages. */
export function openHandler(parts: SupplierParts, closing: AbortSignal) {
  const {settings, catalogue, keys, log, misbehaviour} = parts;
  const keyOf = {
    catalogue: keyReader('Authorization: Bearer {key}'),
    dropship: keyReader(settings.dropshipAuth),
  };
  const operations = openOperations(parts, openRefusals(settings.shapes.errors));

  const serveApi = async (call: Call, response: ServerResponse): Promise<void> => {
    const seen = log.note(call, settings.now());
    const key = keyOf[call.api](call.headers);
    seen.status = await respond({
      response,
      deeds: misbehaviour.deedsFor(call),
      work: () => operations(call, key),
      revokeKey: () => key !== undefined && keys.revoke(key),
      shift: (how, count) => {
        if (how === 'remove') catalogue.removeNewest(count);
        else for (let more = count; more > 0; more--) catalogue.add();
      },
      closing,
    });
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const {pathname, searchParams: params} = addressOf(request.url);
      const {method = 'GET', headers} = request;
      const body = await readBody(request);
      const api = APIS[pathname];
      if (api !== undefined) await serveApi({api, method, a: params.get('a') ?? '', params, headers, body}, response);
      else send(response, answerPage(parts, {method, pathname, params, body: body ?? ''}));
    } catch (error) {
      // A client that hung up in mid-sentence and a service that closes are nothing to report; the rest is a bug.
      if (!response.destroyed && request.errored === null && !closing.aborted) throw error;
    }
  };
}

/** What is no address leads nowhere, like an unknown one. */
function addressOf(url = '/'): URL {
  return URL.parse(url, 'http://supplier') ?? new URL('http://supplier/unknown');
}

/** The key comes first: nothing is looked at, let alone done, for a stranger. */
function openOperations({settings, catalogue, orders, keys}: SupplierParts, refuse: Refuse) {
  const {shapes, now, stockZones, unlistedStock} = settings;
  const dropship = openDropship({catalogue, orders, shapes, refuse, now, stockZones, unlistedStock});
  return (call: Call, key: string | undefined): Answer => {
    const partner = keys.partnerOf(call.api, key);
    if (partner === undefined) return UNAUTHORIZED;
    return call.api === 'catalogue' ? answerCatalogue({catalogue, shapes, refuse, now}, call, partner) : dropship(call);
  };
}
