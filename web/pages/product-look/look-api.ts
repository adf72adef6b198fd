// The server's API of how products look, and its queries.
import type {Preview} from '#contract/preview.ts';
import type {ProductsPart, Saved} from '#contract/settings.ts';
import type {TemplateTry, TemplateTryInput} from '#contract/template/template-try.ts';
import {callApi} from '../../shared/api/api.ts';
import {type RemoteData, type RemoteQuery, useRemote} from '../../shared/api/remote.ts';
import type {SaveBasis} from '../../shared/form/form-kind.ts';
import {useValueAfterPause} from '../../shared/form/settled.ts';

export const lookQuery: RemoteQuery<Saved<ProductsPart>> = {
  key: ['product-look'],
  load: (signal) => callApi<Saved<ProductsPart>>('GET', '/api/settings/products', {signal}),
  waitMs: () => null,
};

export const lookApi = {
  preview: ({template, owned, keepOnSale}: ProductsPart) =>
    callApi<Preview>('POST', '/api/preview', {body: {template, owned, keepOnSale}}),
  save: (part: ProductsPart, basis: SaveBasis) =>
    callApi<Saved<ProductsPart>>('PUT', '/api/settings/products', {body: {...part, ...basis}}),
};

/**
 * What the typed template makes of one article, once the merchant pauses typing. @param input null: the draft cannot be read, so the last
 * answer stays.
 */
export function useTriedTemplate(input: TemplateTryInput | null): RemoteData<TemplateTry> {
  const settled = useValueAfterPause(input);
  return useRemote<TemplateTry>({
    key: ['template-try', JSON.stringify(settled)],
    load: (signal) => callApi<TemplateTry>('POST', '/api/template/try', {body: settled ?? {}, signal}),
    waitMs: () => null,
    keepsPrevious: true,
    isOff: settled === null,
  });
}
