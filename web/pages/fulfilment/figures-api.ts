// The figures of the fulfilment service from the server. Loaded every five minutes while they are shown: they change slowly.
import type {ServiceFigures} from '#contract/shipping/service-figures.ts';
import {minute} from '#domain/durations.ts';
import {callApi} from '../../shared/api/api.ts';
import type {RemoteQuery} from '../../shared/api/remote.ts';

export type Figure = ServiceFigures['figures'][number];
export type Warning = ServiceFigures['warnings'][number];

const load = (signal?: AbortSignal) =>
  callApi<ServiceFigures>('GET', '/api/fulfilment-service/figures', signal === undefined ? {} : {signal});

export const figuresQuery: RemoteQuery<ServiceFigures> = {
  key: ['service-figures'],
  load,
  waitMs: () => 5 * minute,
};
