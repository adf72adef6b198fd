/** Interface document, Catalogue page envelope and Limits: `per` 1 to 200, default 100; `page` 1-based, default 1. */
export type Page = {page: number; per: number};

export const DEFAULT_PER = 100;
export const MOST_PER = 200;

/**
 * Reads `page` and `per`. The document does not say what an invalid value does; here it is refused, naming the
 * parameter, so that a client that sends one is found out. An empty value counts as not sent.
 */
export function readPage(params: URLSearchParams): Page | {invalid: 'page' | 'per'} {
  const page = readCount(params.get('page'), 1);
  if (page === undefined) return {invalid: 'page'};
  const per = readCount(params.get('per'), DEFAULT_PER);
  if (per === undefined || per > MOST_PER) return {invalid: 'per'};
  return {page, per};
}

function readCount(text: string | null, whenAbsent: number): number | undefined {
  if (text === null || text === '') return whenAbsent;
  if (!/^\d{1,9}$/.test(text)) return undefined;
  const count = Number(text);
  return count >= 1 ? count : undefined;
}

/** Past the last page there are no items and no next page; nothing at all makes zero pages. */
export function pageEnvelope({page, per}: Page, total: number, items: readonly unknown[], generatedAt: string) {
  const pages = Math.ceil(total / per);
  return {
    ok: true,
    generated_at: generatedAt,
    page,
    per_page: per,
    pages,
    total,
    next_page: page < pages ? page + 1 : null,
    items,
  };
}
