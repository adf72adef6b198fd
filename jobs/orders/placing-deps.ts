// What the steps of placing hand to one another.
import type {OpenState} from '#domain/orders/dropship-state.ts';
import type {Candidate} from '#domain/orders/plan-dropship.ts';
import type {Send} from '#domain/orders/plan-send.ts';
import type {StoredDropshipOrder} from '../../server/db/orders/dropship-orders.ts';
import type {Deps} from '../../server/deps.ts';

export type PlacingDeps = Pick<
  Deps,
  'db' | 'sealer' | 'supplier' | 'orderRequests' | 'admin' | 'log' | 'now' | 'waitMs' | 'newId' | 'checkpoint'
>;

export type OpenOrder = StoredDropshipOrder & {readonly state: OpenState};

/** Everything is known and nothing speaks against it. */
export type Ready = {
  readonly kind: 'ready';
  readonly candidate: Candidate;
  readonly what: Send;
  readonly key: string;
};
