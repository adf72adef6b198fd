import {type Answer, jsonAnswer} from './answer.ts';
import type {ShapeOf} from './shapes.ts';
import {errorBody, type Refusal} from './shapes-dropship.ts';

/** Says no in the error form in force. */
export type Refuse = (refusal: Refusal, headers?: Readonly<Record<string, string>>) => Answer;

export function openRefusals(shape: ShapeOf<'errors'>): Refuse {
  return (refusal, headers = {}) => jsonAnswer(refusal.status, errorBody(shape, refusal), headers);
}

export function unknownOperation(refuse: Refuse, a: string): Answer {
  return refuse({status: 400, code: 'unknown_operation', message: `There is no operation "${a}".`, field: 'a'});
}

export function wrongMethod(refuse: Refuse, allowed: string): Answer {
  const message = `This operation is asked for with ${allowed}.`;
  return refuse({status: 405, code: 'method_not_allowed', message}, {allow: allowed});
}
