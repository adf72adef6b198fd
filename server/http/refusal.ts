// A request that was understood and is refused: status, code, and a sentence for the merchant.
import type {Response} from 'express';
import type {z} from 'zod';
import {Failure} from '#domain/failure.ts';
import type {ApiError, FieldError} from './contract/error.ts';
import {requestIdOf} from './request-id.ts';

/** A request that is refused. Throw it: the error handler answers it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The code by which pages recognise the refusal. */
  readonly code: string;
  /** The path of the wrong input in the request; undefined where no single input is meant. */
  readonly field: string | undefined;
  /** Whole seconds after which a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;
  /** The wrong inputs, each with a message; with the code `changed_meanwhile`, the values that differ. */
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

/** Answers the request with the refusal. */
export function refuse(res: Response, refusal: Refusal): void {
  if (refusal.retryAfterSeconds !== undefined) res.set('retry-after', String(refusal.retryAfterSeconds));
  answerError(res, refusal.status, refusalBody(refusal));
}

/** Sends an error answer with the id of the request it answers, even if the body repeats an earlier answer. */
export function answerError(res: Response, status: number, {error}: ApiError): void {
  const requestId = requestIdOf(res);
  res.status(status).json({error: {...error, ...(requestId === undefined ? {} : {requestId})}} satisfies ApiError);
}

/** The refusal as the body of an error answer. */
export function refusalBody({code, message, field, fields}: Refusal): ApiError {
  const named = fields.length === 0 ? {} : {fields: [...fields]};
  return {error: {code, message, ...(field === undefined ? {} : {field}), ...named}};
}

/** Whether an error says that Shopify does not accept the session token, or does not know its store. */
export const isTokenTurnedAway = (error: unknown): boolean =>
  error instanceof Failure && error.remote === 'shopify' && (error.kind === 'unauthorised' || error.status === 404);

/** A refusal with status 429 and Retry-After: https://www.rfc-editor.org/rfc/rfc6585#section-4 */
export function tooManyRequests(retryAfterSeconds: number, message = busyMessage, field?: string): Refusal {
  return new Refusal(429, 'too_many_requests', message, field, retryAfterSeconds);
}

const busyMessage = 'Too many requests from your store are waiting. Try again in a few seconds.';

/** The parsed input; otherwise throws a refusal that names the wrong fields, at most `mostFieldErrors`, each with its first error. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input, {error: toErrorSentence});
  if (result.success) return result.data;
  const errors = new Map<string, string>();
  for (const {path, message} of result.error.issues) {
    const name = path.join('.');
    if (!errors.has(name)) errors.set(name, message);
  }
  const [first] = errors;
  const [field = '', message = unreadableMessage] = first ?? [];
  const fields = [...errors].flatMap(([path, text]) => (path === '' ? [] : [{path, message: text}]));
  throw new Refusal(422, 'invalid_input', message, field || undefined, undefined, fields.slice(0, mostFieldErrors));
}

/** Limits the named fields, because a list of thousands may be wrong in every entry. */
const mostFieldErrors = 100;

const unreadableMessage = 'This is in a form that cannot be read.';

/** The sentence for an input error where the contract has none of its own, because zod's texts are for programmers. */
const toErrorSentence: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing.' : (typeSentences.get(issue.expected) ?? unreadableMessage);
    case 'too_small':
      return `This must be at least ${String(issue.minimum)}${unitOfLimit(issue.origin)}.`;
    case 'too_big':
      return `This may be at most ${String(issue.maximum)}${unitOfLimit(issue.origin)}.`;
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
      return unreadableMessage;
  }
};

const typeSentences: ReadonlyMap<string, string> = new Map([
  ['array', 'This must be a list.'],
  ['boolean', 'This must be yes or no.'],
  ['int', 'This must be a whole number.'],
  ['number', 'This must be a number.'],
  ['string', 'This must be text.'],
]);

const unitOfLimit = (origin: string): string =>
  origin === 'string' ? ' characters long' : origin === 'array' ? ' entries long' : '';
