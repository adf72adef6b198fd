// The API of leaving as functions.
import type {Departure, DepartureInput} from '#contract/departure/departure.ts';
import {callApi, downloadFile} from '../../shared/api/api.ts';
import type {RemoteQuery} from '../../shared/api/remote.ts';

export type {Departure};
export type UnderWay = NonNullable<Departure['departure']>;

/** Loaded every few seconds while the app works on it. */
export const departureQuery: RemoteQuery<Departure> = {
  key: ['departure'],
  load: (signal) => callApi<Departure>('GET', '/api/departure', {signal}),
  waitMs: (known) => (known !== undefined && isMoving(known.departure) ? 3_000 : null),
};

const isMoving = (departure: Departure['departure']): boolean =>
  departure !== null && ['products', 'stopping', 'taking_back'].includes(departure.phase);

export const leave = (input: DepartureInput) => callApi<Departure>('POST', '/api/departure', {body: input});
export const tryAgain = () => callApi<Departure>('POST', '/api/departure/again');
export const stopLeaving = () => callApi<Departure>('POST', '/api/departure/stop');
export const startAgain = () => callApi<Departure>('POST', '/api/departure/end');

/** Everything that the merchant can take along, one file each. */
export const exportFiles = ['products', 'orders', 'settings'] as const;
export type ExportFile = (typeof exportFiles)[number];

export const loadExport = (file: ExportFile) => downloadFile(exportAddresses[file]);

const exportAddresses: Readonly<Record<ExportFile, string>> = {
  products: '/api/export/products.csv',
  orders: '/api/export/orders.csv',
  settings: '/api/export/settings.csv',
};
