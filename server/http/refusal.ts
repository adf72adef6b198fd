// A request that was understood and is refused: status, code, and a sentence for the merchant.
import type {Response} from 'express';
import type {z} from 'zod';
import {Failure} from '#domain/failure.ts';
import type {ApiError, FieldError} from './contract/error.ts';
import {requestIdOf} from './request-id.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  /** Whole seconds after which a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;
  /** The wrong inputs that are known, or the values that differ (`changed_meanwhile`). */
  readonly fields: readonly FieldError[];

  constructor(
    status: number,
    code: string,
    message: string,
    field?: string,
    retryAfterSeconds?: number,
    fields: readonly FieldError[] = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fields = fields;
  }
}

export function refuse(res: Response, refusal: Refusal): void {
  if (refusal.retryAfterSeconds !== undefined) res.set('retry-after', String(refusal.retryAfterSeconds));
  answerError(res, refusal.status, refusalBody(refusal));
}

/** Every error answer sent here carries its own request's id, even when it repeats an earlier answer. */
export function answerError(res: Response, status: number, {error}: ApiError): void {
  const requestId = requestIdOf(res);
  res.status(status).json({error: {...error, ...(requestId === undefined ? {} : {requestId})}} satisfies ApiError);
}

export function refusalBody({code, message, field, fields}: Refusal): ApiError {
  const named = fields.length === 0 ? {} : {fields: [...fields]};
  return {error: {code, message, ...(field === undefined ? {} : {field}), ...named}};
}

/** Shopify does not accept the session token, or does not know its store. */
export const isTurnedAway = (error: unknown): boolean =>
  error instanceof Failure && error.remote === 'shopify' && (error.kind === 'unauthorised' || error.status === 404);

/** https://www.rfc-editor.org/rfc/rfc6585#section-4 */
export function tooMany(retryAfterSeconds: number, message = busy, field?: string): Refusal {
  return new Refusal(429, 'too_many_requests', message, field, retryAfterSeconds);
}

const busy = 'Too many requests from your store are waiting. Try again in a few seconds.';

/** The parsed input; otherwise throws a refusal that names the wrong fields, at most `mostFields`, each with its first error. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input, {error: toSentence});
  if (result.success) return result.data;
  const errors = new Map<string, string>();
  for (const {path, message} of result.error.issues) {
    const name = path.join('.');
    if (!errors.has(name)) errors.set(name, message);
  }
  const [first] = errors;
  const [field = '', message = unreadable] = first ?? [];
  const fields = [...errors].flatMap(([path, text]) => (path === '' ? [] : [{path, message: text}]));
  throw new Refusal(422, 'invalid_input', message, field || undefined, undefined, fields.slice(0, mostFields));
}

/** A list of thousands may be wrong in every entry. */
const mostFields = 100;

const unreadable = 'This is in a form that cannot be read.';

/** Used if the contract has no sentence of its own; zod's texts are for programmers. */
const toSentence: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing.' : (kinds.get(issue.expected) ?? unreadable);
    case 'too_small':
      return `This must be at least ${String(issue.minimum)}${unitOf(issue.origin)}.`;
    case 'too_big':
      return `This may be at most ${String(issue.maximum)}${unitOf(issue.origin)}.`;
    case 'invalid_value':
      return `This must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'unrecognized_keys':
      return `There is no field named ${issue.keys.join(', ')}.`;
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
      return unreadable;
  }
};

const kinds: ReadonlyMap<string, string> = new Map([
  ['array', 'This must be a list.'],
  ['boolean', 'This must be yes or no.'],
  ['int', 'This must be a whole number.'],
  ['number', 'This must be a number.'],
  ['string', 'This must be text.'],
]);

const unitOf = (origin: string): string =>
  origin === 'string' ? ' characters long' : origin === 'array' ? ' entries long' : '';
