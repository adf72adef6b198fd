// A request we understood and say no to: status, code, and a sentence for the merchant.
import type {Response} from 'express';
import type {z} from 'zod';
import type {ApiError} from './contract.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;

  constructor(status: number, code: string, message: string, field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

export function refuse(res: Response, refusal: Refusal): void {
  res.status(refusal.status).json(refusalBody(refusal));
}

export function refusalBody({code, message, field}: Refusal): ApiError {
  return {error: {code, message, ...(field === undefined ? {} : {field})}};
}

/** The input parsed, or a refusal that names the first field in question. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input, {error: inWords});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || undefined;
  throw new Refusal(422, 'invalid_input', issue?.message ?? unreadable, field);
}

const unreadable = 'This is in a form that cannot be read.';

/** For what the contract gives no sentence of its own. */
function inWords({code, input}: {readonly code?: string; readonly input?: unknown}): string {
  if (code === 'too_big') return 'This is too much.';
  return code === 'invalid_type' && input === undefined ? 'This is missing.' : unreadable;
}
