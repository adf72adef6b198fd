// Starts the supplier beside the bench.
import {z} from 'zod';
import {type AskedProcess, startAskedProcess} from './asked-process.ts';

/** A partner's two keys. */
export type PartnerKeys = {readonly catalogueKey: string; readonly dropshipKey: string};

export type SupplierProcess = PartnerKeys &
  Pick<AskedProcess, 'ask' | 'use'> & {
    readonly url: string;
    /** The keys of one more partner. */
    readonly newKeys: () => Promise<PartnerKeys>;
    readonly stop: () => Promise<void>;
  };

export async function startSupplierProcess(articles: number): Promise<SupplierProcess> {
  const {ask, use, stop} = await startAskedProcess('supplier', {input: {articles}});
  const newKeys = async () => ({
    catalogueKey: await ask('key', z.string(), 'catalogue'),
    dropshipKey: await ask('key', z.string(), 'dropship'),
  });
  return {
    url: await ask('url', z.string()),
    ...(await newKeys()),
    newKeys,
    ask,
    use,
    stop: async () => void (await stop()),
  };
}
