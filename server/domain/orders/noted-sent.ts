// Whether our note on the store order says that a line was sent. Only this note survives the loss of the app's database.
import {z} from 'zod';
import type {LineItemGid} from '#domain/ids.ts';
import type {DropshipState} from '#domain/orders/dropship-state.ts';

const Note = z.object({
  orders: z.array(
    z.object({
      line: z.string(),
      state: z.string(),
      supplierRef: z.string().nullable().default(null),
      sentBefore: z.boolean().default(false),
    }),
  ),
  more: z.number().default(0),
});

/** States in which nothing was sent. A rejected line was sent, and the merchant decides whether to send it again. */
const notSent: readonly string[] = [
  'waiting',
  'needs_details',
  'blocked',
  'held',
  'cancelled',
] satisfies readonly DropshipState[];

/** @param note as `toStoreNote` writes it; null: there is none. An unreadable note counts as a line that was sent. */
export function isNotedAsSent(note: string | null, line: LineItemGid): boolean {
  if (note === null) return false;
  const read = Note.safeParse(parse(note));
  if (!read.success) return true;
  const {orders, more} = read.data;
  const ofLine = orders.filter((order) => order.line === line);
  if (ofLine.length === 0) return more > 0;
  return ofLine.some(
    ({state, supplierRef, sentBefore}) => sentBefore || supplierRef !== null || !notSent.includes(state),
  );
}

function parse(note: string): unknown {
  try {
    return JSON.parse(note);
  } catch {
    return null;
  }
}
