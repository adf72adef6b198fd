// Reads one article's price, colours and sizes while a merchant waits: one attempt of at most ten seconds.
import type {StockReading} from '#domain/catalogue/article.ts';
import {Failure} from '#domain/failure.ts';
import type {ArticleId} from '#domain/ids.ts';
import type {SupplierClient} from './client.ts';
import {fetchDropshipStock} from './dropship.ts';

/** What became of reading the article. */
export type ArticleRead =
  | {readonly kind: 'read'; readonly stock: StockReading}
  /** The supplier does not know the article, or does not list it. */
  | {readonly kind: 'unknown'}
  /** The supplier gave no usable answer; `why` is a sentence. */
  | {readonly kind: 'failed'; readonly why: string};

/** Reads the article's details once, without a retry. A remote failure is a value. */
export async function readOneArticle(client: SupplierClient, key: string, id: ArticleId): Promise<ArticleRead> {
  try {
    const stock = await fetchDropshipStock(client, key, id, AbortSignal.timeout(client.limits.verify), 1);
    return stock === null ? {kind: 'unknown'} : {kind: 'read', stock};
  } catch (error) {
    if (error instanceof Failure) return {kind: 'failed', why: error.message};
    if (error instanceof Error && error.name === 'TimeoutError') {
      return {kind: 'failed', why: 'The supplier did not answer in time.'};
    }
    throw error;
  }
}
