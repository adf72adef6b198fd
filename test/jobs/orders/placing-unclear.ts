// Every way a supplier can leave it open whether an order was taken, and what the merchant is told.
import type {Misdeed} from '../../sandbox/supplier/start.ts';

export const unclear: readonly {readonly what: string; readonly does: Misdeed; readonly says: RegExp}[] = [
  {what: 'resets before the work', does: {kind: 'cut', when: 'before'}, says: /connection was lost/},
  {what: 'resets after the work', does: {kind: 'cut', when: 'after'}, says: /connection was lost/},
  {what: 'sends half an answer', does: {kind: 'cut', when: 'half'}, says: /before the answer was whole/},
  {what: '500 before the work', does: {kind: 'status', status: 500}, says: /HTTP 500/},
  {what: '502 after the work', does: {kind: 'status', status: 502, when: 'after'}, says: /HTTP 502/},
  {what: '503 with Retry-After', does: {kind: 'status', status: 503, retryAfter: 120}, says: /HTTP 503/},
  {what: '429 with Retry-After', does: {kind: 'status', status: 429, retryAfter: 120}, says: /slower requests/},
  {what: '403 in HTML', does: {kind: 'status', status: 403}, says: /HTTP 403/},
  {what: '200 with HTML', does: {kind: 'answer', as: 'html'}, says: /HTTP 200/},
  {what: '200 with nothing', does: {kind: 'answer', as: 'empty'}, says: /HTTP 200/},
  {what: 'JSON cut short', does: {kind: 'answer', as: 'truncated'}, says: /HTTP 200/},
  {what: 'ok as a text', does: {kind: 'answer', as: 'ok-text'}, says: /does not say that the order was taken/},
  {what: 'ok false with 200', does: {kind: 'answer', as: 'ok-false'}, says: /does not say that the order was taken/},
  {what: 'an empty ref', does: {kind: 'answer', as: 'no-ref'}, says: /no usable order reference/},
  {what: 'another reference', does: {kind: 'answer', as: 'other-reference'}, says: /another reference/},
  {what: 'an answer without end', does: {kind: 'answer', as: 'oversized', megabytes: 3}, says: /HTTP 200/},
];
