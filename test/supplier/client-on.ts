// A supplier client for tests: short limits, no real waiting, its log kept.
import {createLog} from '../../server/log.ts';
import {
  createSupplierClient,
  type SupplierClient,
  type SupplierConfig,
  type SupplierLimits,
} from '../../server/supplier/client.ts';

export type TestClient = {
  client: SupplierClient;
  /** Milliseconds waited between tries, in order. */
  waits: number[];
  /** Everything logged, as text. */
  logged: () => string;
};

const limits: SupplierLimits = {connect: 1_000, answer: 2_000, read: 5_000, order: 2_000, verify: 2_000, place: 1_000};

export function clientOn(
  url: string,
  {config = {}, turned = {}}: {config?: Partial<SupplierConfig>; turned?: Partial<SupplierLimits>} = {},
): TestClient {
  const lines: string[] = [];
  const log = createLog('trace', {write: (line) => void lines.push(line)});
  const waits: number[] = [];
  const client = createSupplierClient(
    {
      url,
      dropshipAuth: 'Authorization: Bearer {key}',
      checkoutHosts: ['pay.wholesale.example'],
      allowLoopbackCheckout: true,
      ...config,
    },
    log,
    {
      ...limits,
      ...turned,
      wait: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    },
  );
  return {client, waits, logged: () => lines.join('')};
}

/** What `ask` throws; fails the test where it throws nothing. */
export async function thrownBy(ask: Promise<unknown>): Promise<unknown> {
  try {
    await ask;
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}
