// The lines of a list whose orders were not marked as shipped, as a file that can be corrected and chosen again.
import {toCsvLine} from '#domain/csv.ts';
import type {ListLine} from './ship-list.ts';

/** Whether the line was refused, by the check or when it was sent. */
export const isRefused = ({state, outcome}: ListLine): boolean => state === 'refused' || outcome?.isShipped === false;

export const failedLines = (lines: readonly ListLine[]): readonly ListLine[] => lines.filter(isRefused);

/** The columns that the check reads come first; it leaves out the others. The byte order mark tells spreadsheets that this is UTF-8. */
export function toFailedFile(lines: readonly ListLine[]): Blob {
  const heading = toCsvLine(['order', 'reference', 'carrier', 'number', 'url', 'why', 'line', 'text']);
  const rows = failedLines(lines).map(({line, given, cells, text, outcome}) => {
    const {order, reference, carrier, number, url} = cells;
    return toCsvLine([order, reference, carrier, number, url, outcome?.text ?? text, line, given]);
  });
  return new Blob(['\ufeff', heading, ...rows], {type: 'text/csv;charset=utf-8'});
}
