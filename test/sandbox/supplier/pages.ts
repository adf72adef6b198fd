import {type Answer, jsonAnswer} from './answers/answer.ts';
import type {Catalogue} from './catalogue/catalogue.ts';
import {answerIssue, answerKeys, answerRevoke, type Keyring} from './key-page.ts';
import {answerCheckout} from './orders/checkout.ts';
import type {OrderBook} from './orders/order-book.ts';
import {answerOrders, answerRefund} from './orders/orders-page.ts';
import {drawPicture} from './pictures/picture.ts';

export type PageRequest = {method: string; pathname: string; params: URLSearchParams; body: string};

type Known = {readonly orders: OrderBook; readonly catalogue: Catalogue; readonly keys: Keyring};

/** What people open: the checkout behind `checkout_url`, the pictures of articles, the supplier's own orders and keys. */
export function answerPage(known: Known, request: PageRequest): Answer {
  const {method, pathname} = request;
  const found = pages.find((page) => page.methods.includes(method) && page.path.test(pathname));
  const [, first = '', second = ''] = found?.path.exec(pathname) ?? [];
  return found?.answer(known, request, first, second) ?? jsonAnswer(404, {ok: false, error: 'not_found'});
}

type Page = {
  readonly methods: readonly string[];
  readonly path: RegExp;
  readonly answer: (known: Known, request: PageRequest, first: string, second: string) => Answer | null;
};

const pages: readonly Page[] = [
  {methods: ['GET'], path: /^\/$/, answer: ({orders, catalogue}) => answerOrders(orders, catalogue)},
  {
    methods: ['GET', 'POST'],
    path: /^\/checkout\/([\w-]+)$/,
    answer: (known, {method, params, body}, ref) =>
      answerCheckout(known, {method, ref, session: params.get('session') ?? '', body}),
  },
  {
    methods: ['POST'],
    path: /^\/orders\/([\w-]+)\/refund$/,
    answer: ({orders}, _request, ref) => answerRefund(orders, ref),
  },
  {methods: ['GET'], path: /^\/keys$/, answer: ({keys}) => answerKeys(keys)},
  {methods: ['POST'], path: /^\/keys$/, answer: ({keys}, {body}) => answerIssue(keys, body)},
  {
    methods: ['POST'],
    path: /^\/keys\/(\d+)\/(revoke|restore)$/,
    answer: ({keys}, _request, id, act) => answerRevoke(keys, id, act === 'revoke'),
  },
  {
    methods: ['GET'],
    path: /^\/pictures\/([\w-]+)\/(\d{1,3})\.png$/,
    answer: ({catalogue}, _request, id, view) => answerPicture(catalogue, id, Number(view)),
  },
];

function answerPicture(catalogue: Known['catalogue'], id: string, view: number): Answer | null {
  const article = catalogue.get(id);
  if (article === undefined || view < 1 || view > article.images.length) return null;
  return {
    status: 200,
    headers: {'cache-control': 'public, max-age=86400'},
    content: {kind: 'picture', png: drawPicture(article, view)},
  };
}
