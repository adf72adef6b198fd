// Relay connections with cursors that name a position, so that a page walked while the list changes neither repeats
// nor skips what stayed. https://shopify.dev/docs/api/usage/pagination-graphql

import {GraphQLError} from 'graphql';
import {z} from 'zod';
import type {View} from './field.ts';

/** Where an item stands in the list's order: a sort value and, as tie-breaker, its id. */
export type Position = readonly [value: number | string, id: number];

export type ListOf<T> = {
  readonly items: readonly T[];
  readonly position: (item: T, index: number) => Position;
  readonly view: (item: T) => View;
};

/** The arguments every modelled connection takes. */
export const pageArgs = ['first', 'last', 'after', 'before', 'reverse'];

const Page = z.looseObject({
  first: z.number().int().nullish(),
  last: z.number().int().nullish(),
  after: z.string().nullish(),
  before: z.string().nullish(),
  reverse: z.boolean().nullish(),
});

export function connection<T>(list: ListOf<T>, args: unknown): View {
  const page = Page.parse(args);
  const size = pageSize(page.first, page.last);
  const direction = page.reverse === true ? -1 : 1;
  const entries = list.items
    .map((item, index) => ({item, position: list.position(item, index)}))
    .toSorted((a, b) => direction * compare(a.position, b.position));
  const after = page.after ? decode(page.after) : null;
  const before = page.before ? decode(page.before) : null;
  const within = entries.filter(
    ({position}) =>
      (after === null || direction * compare(position, after) > 0) &&
      (before === null || direction * compare(position, before) < 0),
  );
  const taken = page.first == null ? within.slice(Math.max(0, within.length - size)) : within.slice(0, size);
  const edges = taken.map(({item, position}) => ({cursor: encode(position), node: list.view(item)}));
  const cut = within.length > taken.length;
  return {
    edges,
    nodes: edges.map((edge) => edge.node),
    pageInfo: {
      hasNextPage: page.first == null ? before !== null : cut,
      hasPreviousPage: page.first == null ? cut : after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/** One page holds at most 250 items. https://shopify.dev/docs/api/usage/pagination-graphql */
function pageSize(first: number | null | undefined, last: number | null | undefined): number {
  const size = first ?? last;
  if (size == null)
    throw new GraphQLError('you must provide one of first or last', {extensions: {code: 'BAD_REQUEST'}});
  if (size < 0 || size > 250) {
    throw new GraphQLError(`Argument 'first' or 'last' must be between 0 and 250, but is ${size}`, {
      extensions: {code: 'BAD_REQUEST'},
    });
  }
  return size;
}

function compare(a: Position, b: Position): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
  return a[1] - b[1];
}

const Cursor = z.object({last_id: z.number(), last_value: z.union([z.number(), z.string()])});

function encode([value, id]: Position): string {
  return Buffer.from(JSON.stringify({last_id: id, last_value: value})).toString('base64');
}

function decode(cursor: string): Position {
  try {
    const {last_id, last_value} = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64').toString('utf8')));
    return [last_value, last_id];
  } catch {
    throw new GraphQLError(`Invalid cursor for current pagination sort.`, {extensions: {code: 'BAD_REQUEST'}});
  }
}
