// The supplier in a process of its own, so that serving does not share a thread with what is measured.
import {z} from 'zod';
import {startSupplier} from '../../sandbox/supplier/start.ts';
import {answerQuestions} from './answer.ts';

const Start = z.object({articles: z.number()});

answerQuestions(async (input) => {
  const supplier = await startSupplier({...Start.parse(input), excludedBrands: []});
  return {
    url: () => supplier.url,
    key: (api) => supplier.issueKey(z.enum(['catalogue', 'dropship']).parse(api)),
    /** When it accepted each order since the named number of orders, in ms. */
    orders: (from) =>
      supplier
        .orders()
        .slice(z.number().parse(from))
        .map(({reference, at}) => ({reference, at})),
    requests: () => supplier.requestCount('catalogue', 'products') + supplier.requestCount('dropship', 'stock'),
    close: supplier.close,
  };
});
