/**
 * The answers the interface document names but does not show, each in the forms a service of this kind plausibly
 * uses. A client has to read every one of them; a form it cannot read must be a clear error, never a guess.
 *
 * - `brands`  "Fields of the brand record: not shown beyond a brand name and a product count."
 * - `list`    "Fields of the dropship list item: not shown beyond the article and its price."
 * - `whoami`  "not shown beyond partner identity, field list and notes."
 * - `errors`  bodies of every refusal but the 401, whose body the document fixes.
 * - `stock`   its fields are shown, their types inside `shipping` are not, nor whether `ok` comes with them.
 * - `order`   `reference` is "echoed back": in the answer, or only on the supplier's own pages.
 *
 * The first name of each list is the default. What each looks like is written once, in the renderers:
 * shapes-catalogue.ts (brands, whoami), shapes-list.ts (list) and shapes-dropship.ts (stock, order, errors).
 */
export const SHAPES = {
  brands: [
    'brands-name-count', // {ok, brands: [{name, count}]}
    'items-brand-products', // {ok, items: [{brand, products}]}
    'items-product-count', // {ok, items: [{name, slug, product_count}]}
    'bare-array', // [{name, count}]
    'record', // {ok, brands: {"Tarn & Tweed": 12}}
    'bare-record', // {"Tarn & Tweed": 12}
    'pairs', // {ok, brands: [["Tarn & Tweed", 12]]}
    'text-counts', // {ok, brands: [{name, count: "12"}]}
    'paged', // {ok, page, per_page, pages, total, next_page, items: [{name, count}]}, all of them on one page
  ],
  list: [
    'items-id-price', // {ok, items: [{id, price}]}
    'bare-array', // [{id, price}]
    'record', // {ok, articles: {"104233": 49.5}}
    'items-record', // {ok, items: {"104233": {name, price}}}
    'paged', // {ok, page, per_page, pages, total, next_page, items: [{id, price}]}, walked like a=products
    'numeric-id', // {ok, items: [{id: 104233, price}]}
    'text-price', // {ok, total, items: [{id, price: "49.50"}]}
    'nested', // {ok, items: [{article: {id, sku, brand, name}, price}]}
    'described', // {ok, count, items: [{id, sku, brand, name, category, price, currency, url}]}
    'article-id', // {ok, articles: [{article_id, dropship_price}]}
    'product-id', // {ok, products: [{product_id, price}]}
    'money', // {ok, items: [{id, price: {amount: "49.50", currency: "EUR"}}]}
    'pairs', // {ok, list: [["104233", 49.5]]}
  ],
  whoami: [
    'partner-text', // {ok, partner: "Halden Mode GmbH", fields: ["id", …], notes: ["…"]}
    'partner-object', // {ok, partner: {id, name, email}, fields: […], notes: {stock, barcodes}}
    'notes-text', // {ok, partner: {name}, fields: […], notes: "…"}
    'fields-described', // {ok, partner: {id, name}, fields: {id: "string", …}, notes: […]}
    'flat', // {ok, partner_id, partner_name, fields: "id, sku, …", unavailable: ["stock", "barcodes"]}
    'wrapped', // {ok, item: {partner: {id, name}, fields, notes}}
    'bare', // {partner, fields, notes}
  ],
  errors: [
    'code', // {ok: false, error: "not_found"}
    'sentence', // {ok: false, error: "There is no article 9."}
    'object', // {ok: false, error: {code, message, field?}}
    'message', // {ok: false, message}
    'list', // {ok: false, errors: [{field, message}]}
    'problem', // {type, title, status, detail}
    'bare', // {error: "not_found"}
    'empty', // {}
  ],
  stock: [
    'as-written', // {price, stock_tracked, colours, sizes, shipping: {EU: {label, fee: 16, transit_working_days: "5–7"}}}
    'with-ok', // the same with ok and id
    'item', // {ok, item: {…}}, as a=product wraps its product
    'transit-range', // transit_working_days: {min: 5, max: 7}
    'transit-pair', // transit_working_days: [5, 7]
    'text-money', // price: "49.50", fee: "16.00"
  ],
  order: [
    'echoed', // {ok, ref, checkout_url, reference}
    'as-written', // {ok, ref, checkout_url}
  ],
} as const;

type Names = typeof SHAPES;

export type Shapes = {[K in keyof Names]: Names[K][number]};
export type ShapeOf<K extends keyof Names> = Names[K][number];

/** The forms in force: what was asked for, the first of each list for the rest. Throws on a name that is not listed. */
export function chooseShapes(wanted: Partial<Shapes> = {}): Shapes {
  return {
    brands: choose('brands', wanted.brands),
    list: choose('list', wanted.list),
    whoami: choose('whoami', wanted.whoami),
    errors: choose('errors', wanted.errors),
    stock: choose('stock', wanted.stock),
    order: choose('order', wanted.order),
  };
}

function choose<K extends keyof Names>(kind: K, wanted: ShapeOf<K> | undefined): ShapeOf<K> {
  const names: readonly ShapeOf<K>[] = SHAPES[kind];
  const name = wanted ?? names[0];
  if (name === undefined || !names.includes(name)) throw new Error(`The supplier has no ${kind} shape "${name}".`);
  return name;
}
