// Compares the lines of one tracking list with each other: an order that is named twice, and a number that is given to several orders.
import type {LineShipment} from '#domain/orders/tracking/check-cells.ts';

/** What the check said of one line. `order`, `shipment`: null if it found none. */
export type CheckedLine = {
  readonly line: number;
  readonly state: 'ready' | 'known' | 'refused';
  readonly text: string;
  readonly order: {readonly id: string; readonly orderName: string} | null;
  readonly shipment: LineShipment | null;
};

/**
 * Refuses the lines that name one order with different tracking, and leaves one of those that say the same. A number given to several
 * store orders is allowed, since one parcel may hold them, and said.
 */
export function compareLines<Line extends CheckedLine>(lines: readonly Line[]): readonly Line[] {
  const ready = lines.filter(({state}) => state === 'ready');
  const ofOrder = firstTwo(
    ready,
    ({order}) => order?.id ?? '',
    ({shipment}) => JSON.stringify(shipment),
  );
  const ofNumber = firstTwo(ready, numberOf, ({order}) => order?.orderName ?? '');
  return lines.map((line) => {
    if (line.state !== 'ready') return line;
    const same = ofOrder.get(line.order?.id ?? '');
    if (same?.other !== undefined) {
      const isFirst = JSON.stringify(line.shipment) === JSON.stringify(same.first.shipment);
      const {line: other} = isFirst ? same.other : same.first;
      return {
        ...line,
        state: 'refused',
        text: `Line ${other} gives another tracking for the same order. Leave one of them.`,
      };
    }
    if (same !== undefined && same.first !== line) {
      return {...line, state: 'known', text: `Line ${same.first.line} says the same.`};
    }
    const alike = ofNumber.get(numberOf(line));
    if (alike?.other === undefined) return line;
    const {line: other} = alike.first.order?.orderName === line.order?.orderName ? alike.other : alike.first;
    return {...line, text: `${line.text} Line ${other} gives the same number to another order.`};
  });
}

const numberOf = ({shipment}: CheckedLine): string => shipment?.trackingNumber.toLowerCase() ?? '';

/** By key the first line, and the first one whose value differs from that of the first; undefined: none does. */
function firstTwo<Line>(
  lines: readonly Line[],
  keyOf: (line: Line) => string,
  valueOf: (line: Line) => string,
): ReadonlyMap<string, {readonly first: Line; readonly other: Line | undefined}> {
  const found = new Map<string, {readonly first: Line; readonly other: Line | undefined}>();
  for (const line of lines) {
    const known = found.get(keyOf(line));
    if (known === undefined) found.set(keyOf(line), {first: line, other: undefined});
    else if (known.other === undefined && valueOf(known.first) !== valueOf(line)) {
      found.set(keyOf(line), {first: known.first, other: line});
    }
  }
  return found;
}
