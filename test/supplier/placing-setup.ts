// A supplier, a network in front of it, a key, and orders the supplier would take.
import {ArticleId} from '../../server/domain/ids.ts';
import {type DropshipRequest, type PlaceOutcome, sendDropshipOrder} from '../../server/supplier/dropship.ts';
import {type Misdeed, type SupplierSandbox, startSupplier} from '../sandbox/supplier/start.ts';
import {type FaultProxy, startFaultProxy} from '../support/fault-proxy.ts';
import {clientOn} from './client-on.ts';

export type PlacingSetup = {
  readonly supplier: SupplierSandbox;
  readonly proxy: FaultProxy;
  /** Of the dropship interface; a new one after each `renew`. */
  readonly key: string;
  renew(): void;
  /** An order the supplier takes, with a reference of its own. */
  anOrder(overrides?: Partial<DropshipRequest>): DropshipRequest;
  /** Places one order while `does` goes on, and says what arrived. */
  placeDuring(does: Misdeed): Promise<{outcome: PlaceOutcome; made: number; posts: number}>;
  close(): Promise<void>;
};

export async function openPlacingSetup(): Promise<PlacingSetup> {
  const supplier = await startSupplier({articles: 60});
  const proxy = await startFaultProxy(supplier.url);
  let key = supplier.issueKey('dropship');
  let orders = 0;
  const anOrder: PlacingSetup['anOrder'] = (overrides = {}) => ({
    ...anOrderAt(supplier, `K7Q-${++orders}-1`),
    ...overrides,
  });
  return {
    supplier,
    proxy,
    get key() {
      return key;
    },
    renew: () => {
      key = supplier.issueKey('dropship');
      proxy.set({kind: 'none'});
    },
    anOrder,
    placeDuring: async (does) => {
      const {client} = clientOn(supplier.url, {turned: {order: 300}});
      const [made, posts] = [supplier.orders().length, supplier.orderRequests()];
      const stop = supplier.misbehave({a: 'order', does});
      const outcome = await sendDropshipOrder(client, key, anOrder());
      stop();
      await client.close();
      return {outcome, made: supplier.orders().length - made, posts: supplier.orderRequests() - posts};
    },
    close: async () => {
      await proxy.close();
      await supplier.close();
    },
  };
}

export function anOrderAt(supplier: SupplierSandbox, reference: string): DropshipRequest {
  const [listed] = supplier.catalogue.listed();
  if (!listed) throw new Error('The supplier lists nothing.');
  const stated = supplier.catalogue.stated(listed.id);
  return {
    id: ArticleId.parse(listed.id),
    colour: stated?.colours[0] ?? 'as pictured',
    size: stated?.sizes[0] ?? 'one size',
    qty: 1,
    zone: 'EU',
    country: 'DE',
    reference,
    customerEmail: 'buyer@example.org',
    customerName: 'Ana Buyer',
  };
}
