import type {Article} from '../catalogue/article.ts';
import type {BrokenEntry, ListEntry} from './shapes-list.ts';

/** What an operation answers, before anything is made of it on the wire. */
export type Answer = {status: number; headers?: Readonly<Record<string, string>>; content: Content};

export type Content =
  | {kind: 'json'; body: unknown}
  | {kind: 'text'; type: string; text: string}
  | {kind: 'picture'; png: Buffer}
  | {kind: 'articles'; articles: readonly unknown[]; wrap: (articles: readonly unknown[]) => unknown}
  | {kind: 'list'; entries: () => readonly ListEntry[]; wrap: WrapList; text?: () => string};

export type WrapList = (entries: readonly (ListEntry | BrokenEntry)[]) => unknown;

/** Interface document, Limits: on responses. */
export const CACHING = {'cache-control': 'private, max-age=60'};

/** "A missing or revoked key returns HTTP 401 with body {ok: false, error: "unauthorized"}." */
export const UNAUTHORIZED: Answer = jsonAnswer(401, {ok: false, error: 'unauthorized'});

export function jsonAnswer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return {status, headers, content: {kind: 'json', body}};
}

/** HTML is never cached: the checkout page changes with its order. */
export function htmlAnswer(status: number, html: string, headers: Readonly<Record<string, string>> = {}): Answer {
  const page = {kind: 'text', type: 'text/html; charset=utf-8', text: html} as const;
  return {status, headers: {'cache-control': 'no-store', ...headers}, content: page};
}

export function articlesAnswer(articles: readonly Article[], wrap: (articles: readonly unknown[]) => unknown): Answer {
  return {status: 200, content: {kind: 'articles', articles, wrap}};
}

export function textOf(content: Content): string {
  switch (content.kind) {
    case 'json':
      return JSON.stringify(content.body);
    case 'text':
      return content.text;
    case 'picture':
      throw new Error('A picture is no text.');
    case 'articles':
      return JSON.stringify(content.wrap(content.articles));
    case 'list':
      return content.text?.() ?? JSON.stringify(content.wrap(content.entries()));
  }
}

/** The JSON value of an answer; undefined where it is a page for people. */
export function bodyOf(content: Content): unknown {
  switch (content.kind) {
    case 'json':
      return content.body;
    case 'text':
    case 'picture':
      return undefined;
    case 'articles':
      return content.wrap(content.articles);
    case 'list':
      return content.wrap(content.entries());
  }
}
