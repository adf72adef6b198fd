import {dutyNote, readZone, transitNote} from '#domain/margins/duty-note.ts';

type DeliveryNotesProps = {
  readonly zone: string | null;
  /** The article's origin, which decides about duty in Japan; left out where it is not loaded. */
  readonly origin?: string | null;
};

/** How long it takes and which duties are due on delivery: to be known before paying. */
export function DeliveryNotes({zone, origin}: DeliveryNotesProps) {
  const known = readZone(zone);
  if (known === null) return null;
  const duty = dutyNote(known, origin);
  return (
    <>
      <s-text color="subdued">{transitNote(known)}</s-text>
      {duty !== null && <s-text color="subdued">{duty}</s-text>}
    </>
  );
}

/** Only that duty is due, for a row of the list, which has room for a few words. */
export function DutyMark({zone}: Pick<DeliveryNotesProps, 'zone'>) {
  const known = readZone(zone);
  if (known === null || dutyNote(known) === null) return null;
  return <s-text color="subdued">Duty on delivery</s-text>;
}
