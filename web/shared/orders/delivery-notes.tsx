import {dutyNote, parseZone, transitNote} from '#domain/margins/duty-note.ts';

type DeliveryNotesProps = {
  /** The supplier's zone code; null, or a code that is not known: nothing is shown. */
  readonly zone: string | null;
  /** The article's origin, which decides about duty in Japan; left out where it is not loaded. */
  readonly origin?: string | null;
};

/** How long the delivery takes and which duties are due on it, to be known before paying. */
export function DeliveryNotes({zone, origin}: DeliveryNotesProps) {
  const known = parseZone(zone);
  if (known === null) return null;
  const duty = dutyNote(known, origin);
  return (
    <>
      <s-text color="subdued">{transitNote(known)}</s-text>
      {duty !== null && <s-text color="subdued">{duty}</s-text>}
    </>
  );
}

/** An icon that says that duty is due, for a row of the list. @param id is unique on the page. */
export function DutyIcon({zone, id}: Pick<DeliveryNotesProps, 'zone'> & {readonly id: string}) {
  const known = parseZone(zone);
  if (known === null || dutyNote(known) === null) return null;
  const words = 'Duty on delivery';
  const tooltip = `duty-${id}`;
  return (
    <>
      <s-icon type="receipt" size="small" color="subdued" interestFor={tooltip} />
      <s-text accessibilityVisibility="exclusive">{words}</s-text>
      <s-tooltip id={tooltip}>{words}</s-tooltip>
    </>
  );
}
