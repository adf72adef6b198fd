// The API of the fulfilment service as functions.
import type {FulfilmentService, FulfilmentServiceInput} from '#contract/shipping/fulfilment-service.ts';
import {minute} from '#domain/durations.ts';
import {serviceScopes} from '#domain/store-access.ts';
import {callApi} from '../../shared/api/api.ts';
import type {RemoteQuery} from '../../shared/api/remote.ts';
import type {SwitchKind} from '../../shared/switch/use-switch.ts';

export type Service = FulfilmentService;

const load = (signal?: AbortSignal) =>
  callApi<Service>('GET', '/api/fulfilment-service', signal === undefined ? {} : {signal});

/** Loaded every few seconds while the app works on it, and once a minute while it is on: the shipping profile may change it. */
export const serviceQuery: RemoteQuery<Service> = {
  key: ['fulfilment-service'],
  load,
  waitMs: (known) => (known?.isWorking === true ? 3_000 : known?.want === 'off' ? null : minute),
};

/** How the service is switched. */
export const serviceSwitch: SwitchKind<Omit<FulfilmentServiceInput, 'wish'>, Service> = {
  load,
  save: (wanted) => callApi<Service>('PUT', '/api/fulfilment-service', {body: wanted}),
  scopes: serviceScopes,
};
