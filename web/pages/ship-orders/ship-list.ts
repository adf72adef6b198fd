// Checks a list of tracking numbers and ships its orders: in parts, each result kept as it arrives.
import {useState} from 'react';
import {checkCells} from '#domain/orders/tracking/check-cells.ts';
import {readTrackingList, type TrackingCells} from '#domain/orders/tracking/read-list.ts';
import {type CheckedLine, compareLines} from '#domain/orders/tracking/repeated-lines.ts';
import {ApiFailure} from '../../shared/api/api.ts';
import {inParts} from '../../shared/api/in-parts.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import {checkPart, type LineToCheck, shipmentsApi, shipPart} from '../../shared/api/shipments-api.ts';

/** A checked line with what it said, and what became of it; `outcome` null: it was not sent yet, or its answer did not arrive. */
export type ListLine = CheckedLine & {
  readonly given: string;
  readonly cells: TrackingCells;
  readonly outcome: {readonly isShipped: boolean; readonly text: string} | null;
};

/** What was checked: all lines, and whether the settings let Shopify write to the buyers; null: that is not known. */
type Checked = {readonly lines: readonly ListLine[]; readonly notifiesBuyer: boolean | null};

export type ShipList = {
  /** Null: nothing was checked, or the list was changed since. */
  readonly checked: Checked | null;
  readonly check: (text: string, carrier: string) => void;
  readonly ship: (notifyBuyer: boolean) => void;
  readonly forget: () => void;
  readonly isChecking: boolean;
  readonly isShipping: boolean;
  readonly checkFailure: string | null;
  readonly shipFailure: string | null;
};

/** The lines that can be marked as shipped and were not sent yet. */
export const readyLines = (lines: readonly ListLine[]): readonly ListLine[] =>
  lines.filter(({state, outcome}) => state === 'ready' && outcome === null);

export function useShipList(): ShipList {
  const [checked, setChecked] = useState<Checked | null>(null);
  const checking = useAttempt(
    ({text, carrier}: {readonly text: string; readonly carrier: string}) => checkList(text, carrier),
    {onDone: setChecked},
  );
  const shipping = useAttempt(async (notifyBuyer: boolean) => {
    for (const part of inParts(readyLines(checked?.lines ?? []).flatMap(toShip), shipPart)) {
      const {results} = await shipmentsApi.ship(part, notifyBuyer);
      const errors = new Map(results.map(({id, error}) => [id, error?.message ?? null] as const));
      setChecked((now) => now && {...now, lines: now.lines.map((line) => withOutcome(line, errors))});
    }
  });
  return {
    checked,
    check(text, carrier) {
      setChecked(null);
      void checking.attempt({text, carrier});
    },
    ship: (notifyBuyer) => void shipping.attempt(notifyBuyer),
    forget: () => setChecked(null),
    isChecking: checking.isRunning,
    isShipping: shipping.isRunning,
    checkFailure: checking.failure,
    shipFailure: shipping.failure,
  };
}

/** Reads the list and checks its lines. Lines that cannot be read are not sent. @param carrier for lines that name none. */
async function checkList(text: string, carrier: string): Promise<Checked> {
  const list = readTrackingList(text);
  if ('refused' in list) throw new ApiFailure(list.refused);
  const read = list.lines.map((line) => {
    const cells = {...line.cells, carrier: line.cells.carrier === '' ? carrier.trim() : line.cells.carrier};
    const found = line.fault === null ? checkCells(cells) : {fault: line.fault};
    return {line: line.line, given: line.text, cells, fault: 'fault' in found ? found.fault : null};
  });
  const toSend = read.flatMap(({line, cells, fault}): LineToCheck[] => (fault === null ? [{line, ...cells}] : []));
  const found = new Map<number, CheckedLine>();
  let notifiesBuyer: boolean | null = null;
  for (const part of inParts(toSend, checkPart)) {
    const answer = await shipmentsApi.check(part);
    notifiesBuyer = answer.notifiesBuyer;
    for (const result of answer.results) found.set(result.line, result);
  }
  const lines = read.map(({line, given, cells, fault}): ListLine => {
    const unread = {line, state: 'refused', text: fault ?? '', order: null, shipment: null} as const;
    return {...(found.get(line) ?? unread), given, cells, outcome: null};
  });
  return {lines: compareLines(lines), notifiesBuyer};
}

const toShip = ({order, shipment}: ListLine) =>
  order === null || shipment === null ? [] : [{id: order.id, ...shipment}];

/** The line with the result of its order, if it was sent and has one. @param errors by order; null: it is shipped. */
function withOutcome(line: ListLine, errors: ReadonlyMap<string, string | null>): ListLine {
  const error = line.state === 'ready' && line.outcome === null ? errors.get(line.order?.id ?? '') : undefined;
  if (error === undefined) return line;
  return {...line, outcome: {isShipped: error === null, text: error ?? 'Marked as shipped.'}};
}
