import type {ReactNode} from 'react';
import type {NamedAuditEntry} from '#contract/activity/audit.ts';
import {auditText} from '#domain/activity/audit-actions.ts';
import {LongText} from '../../shared/details/long-text.tsx';
import {type Column, IndexTable, type PagingProps} from '../../shared/list/index-table.tsx';
import {type Folded, foldViews, timesText} from '../../text/fold-views.ts';
import {dateAndTime} from '../../text/format.ts';
import {personText, placeOf} from './activity-words.ts';
import {valuesOf} from './value-words.ts';

type EntriesTableProps = PagingProps & {
  readonly entries: readonly NamedAuditEntry[];
  /** The user who looks, as entries name that one. */
  readonly you: string;
  /** The store's; null: not known. */
  readonly currency: string | null;
};

/** Who did what to what, the newest first, with the values before and after. A long value begins here, and is whole on a press. */
export function EntriesTable({entries, you, currency, ...paging}: EntriesTableProps) {
  return (
    <IndexTable
      rows={foldViews(entries)}
      columns={columnsFor(you, currency)}
      keyOf={({id}) => String(id)}
      linkIdOf={({id}) => `about-${id}`}
      {...paging}
    />
  );
}

const columnsFor = (you: string, currency: string | null): readonly Column<Folded<NamedAuditEntry>>[] => [
  {heading: 'About', listSlot: 'primary', renderCell: (entry) => <About entry={entry} />},
  {
    heading: 'What',
    listSlot: 'secondary',
    renderCell: ({actor, action, times}) => `${personText(actor, you)}: ${auditText(action)}${timesText(times)}`,
  },
  {heading: 'When', renderCell: ({at}) => <s-text color="subdued">{dateAndTime(at)}</s-text>},
  {heading: 'Before', renderCell: (entry) => toValue('Before', entry, valuesOf(entry, currency).before)},
  {heading: 'After', renderCell: (entry) => toValue('After', entry, valuesOf(entry, currency).after)},
  {heading: 'More', renderCell: (entry) => toValue('More', entry, valuesOf(entry, currency).detail)},
];

function About({entry}: {readonly entry: NamedAuditEntry}) {
  const {label, href} = placeOf(entry);
  return (
    <s-box maxInlineSize="220px">
      {href === null ? (
        <s-text dir="auto">{label}</s-text>
      ) : (
        <s-link id={`about-${entry.id}`} href={href}>
          <s-text dir="auto">{label}</s-text>
        </s-link>
      )}
    </s-box>
  );
}

const toValue = (column: string, entry: NamedAuditEntry, text: string | null): ReactNode =>
  text === null || text === '' ? null : (
    <div style={{maxWidth: '240px', whiteSpace: 'pre-line', overflowWrap: 'anywhere'}}>
      <LongText name={`${column}, ${placeOf(entry).label}, ${dateAndTime(entry.at)}`} text={text} isSuppliersText />
    </div>
  );
