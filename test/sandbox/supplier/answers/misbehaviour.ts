import {type Call, readJson} from '../call.ts';
import {openDraw} from '../catalogue/prng.ts';
import type {Api} from '../keys.ts';
import type {AnswerFault} from './spoil-answer.ts';
import {type EntryFault, isArticleFault, isListFault} from './spoil-entries.ts';

/** Which requests go wrong. Everything that is named has to fit; nothing named means every request of both APIs. */
export type Misbehaviour = {
  api?: Api;
  /** The operation: `products`, `list`, `order` … */
  a?: string;
  /** The page asked for, 1 where the request names none. */
  page?: number;
  /** The article: `id` of the query or of the order. */
  id?: string;
  /** The partner's own reference of an order. */
  reference?: string;
  /** Of the requests that fit so far, only the nth (from 1), or each of these. */
  nth?: number | readonly number[];
  /** Of the requests that fit, this share, drawn with `seed` (1 unless given). */
  probability?: number;
  seed?: number;
  /** At most so often. */
  times?: number;
  does: Misdeed | readonly Misdeed[];
};

export type Misdeed =
  /** Answers late. The work is done, late as well, even when the client has gone away. */
  | {kind: 'slow'; ms: number}
  /** A gateway's answer, before the work is done (the default) or in place of the answer after it. `retryAfter` goes out as it is. */
  | {kind: 'status'; status: number; retryAfter?: string | number; body?: string; when?: 'before' | 'after'}
  /** The connection is reset: nothing was done; or all was done and the answer is lost; or half the answer came. */
  | {kind: 'cut'; when: 'before' | 'after' | 'half'}
  /** Accepts and never answers. */
  | {kind: 'hang'; when?: 'before' | 'after'}
  /** Another answer than the right one, the work being done. */
  | {kind: 'answer'; as: AnswerFault; megabytes?: number}
  /** Sends exactly this instead. */
  | {kind: 'say'; status?: number; type?: string; text: string; headers?: Readonly<Record<string, string>>}
  /** Malformed articles on a page, or lines of a=list: at these places (default the first), counted from 0. */
  | {kind: 'entries'; fault: EntryFault; at?: number | readonly number[] | 'all'}
  /** Only this share of the entries of a page or list: 0 empty, 0.6 forty per cent smaller. The envelope's figures follow the full one. */
  | {kind: 'keep'; share: number}
  /** Image addresses carry a signature that is another one in every answer, as those of a private bucket do. */
  | {kind: 'sign-images'}
  /** Overwrites fields of the answer: totals that lie, a next_page that loops or goes back, another reference. */
  | {kind: 'envelope'; patch: Readonly<Record<string, unknown>>}
  /** After this answer the catalogue shifts under the client's feet: articles come or go at the front. */
  | {kind: 'shift'; how: 'insert' | 'remove'; count: number}
  /** The key this request came with is revoked, before it is looked at or after it was answered. */
  | {kind: 'revoke-key'; when?: 'before' | 'after'};

type Rule = {rule: Misbehaviour; fitted: number; acted: number; draw: () => number};

/** The rules in force. Each request is asked once; several rules may act on it, in the order they were made. */
export function openMisbehaviour() {
  const rules = new Set<Rule>();
  return {
    /** Returns what ends it. Throws on a rule that could spoil nothing. */
    add: (rule: Misbehaviour): (() => void) => {
      for (const deed of [rule.does].flat()) checkFault(rule.a, deed);
      const entry = {rule, fitted: 0, acted: 0, draw: openDraw(rule.seed ?? 1, 0).unit};
      rules.add(entry);
      return () => void rules.delete(entry);
    },
    deedsFor(call: Call): readonly Misdeed[] {
      return [...rules].filter((entry) => acts(entry, call)).flatMap(({rule}) => rule.does);
    },
  };
}

/** A fault that does not exist for the operation would spoil nothing, and its test would prove nothing. */
function checkFault(a: string | undefined, deed: Misdeed): void {
  if (deed.kind !== 'entries' || deed.fault === 'repeat') return;
  const known =
    a === 'list' ? isListFault(deed.fault) : (a === 'products' || a === 'product') && isArticleFault(deed.fault);
  if (!known) throw new Error(`The entries of a=${a ?? '(any)'} cannot be spoilt by "${deed.fault}".`);
}

function acts(entry: Rule, call: Call): boolean {
  const {rule} = entry;
  if (!fits(rule, call)) return false;
  entry.fitted++;
  if (rule.times !== undefined && entry.acted >= rule.times) return false;
  if (rule.nth !== undefined && ![rule.nth].flat().includes(entry.fitted)) return false;
  if (rule.probability !== undefined && entry.draw() >= rule.probability) return false;
  entry.acted++;
  return true;
}

function fits({api, a, page, id, reference}: Misbehaviour, call: Call): boolean {
  const order = call.a === 'order' && (id !== undefined || reference !== undefined) ? orderOf(call) : {};
  return (
    (api === undefined || api === call.api) &&
    (a === undefined || a === call.a) &&
    (page === undefined || String(page) === (call.params.get('page') ?? '1')) &&
    (id === undefined || id === (call.params.get('id') ?? order.id)) &&
    (reference === undefined || reference === order.reference)
  );
}

function orderOf(call: Call): {id?: unknown; reference?: unknown} {
  const body = readJson(call.body ?? '');
  return typeof body === 'object' && body !== null ? body : {};
}
