import {type ReactNode, useState} from 'react';
import {countNoun} from '../../text/words.ts';

/** The rows of the shown page, and which of them are selected by their check boxes. */
export type Selection<Row> = {
  readonly rows: readonly Row[];
  /** The selected rows of the shown page. */
  readonly chosen: readonly Row[];
  /** The keys of all selected rows, also of those on other pages. */
  readonly keys: ReadonlySet<string>;
  /** Selects the rows, or with false takes them out of the selection. */
  readonly choose: (rows: readonly Row[], isChosen: boolean) => void;
  /** Whether the row may be selected. */
  readonly mayChoose: (row: Row) => boolean;
  /** The name of a row, for the label of its check box. */
  readonly nameOf: (row: Row) => string;
};

/** How rows are identified and named, and which may be selected. */
type SelectionRules<Row> = {
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** Whether the row may be selected; left out: every row may. */
  readonly mayChoose?: (row: Row) => boolean;
};

const noKeys: ReadonlySet<string> = new Set();

/** Remembers which rows are selected. @param rows the rows of the shown page: only they can be selected. */
export function useSelection<Row>(
  rows: readonly Row[],
  {keyOf, nameOf, mayChoose = () => true}: SelectionRules<Row>,
): Selection<Row> {
  const [keys, setKeys] = useState(noKeys);
  return {
    rows,
    keys,
    chosen: rows.filter((row) => keys.has(keyOf(row)) && mayChoose(row)),
    choose(those, isChosen) {
      const named = those.map(keyOf);
      setKeys((before) => new Set([...before].filter((key) => !named.includes(key)).concat(isChosen ? named : [])));
    },
    mayChoose,
    nameOf,
  };
}

type SelectionBarProps<Row> = {
  readonly selection: Selection<Row>;
  /** The noun for one row, such as "order". */
  readonly noun: string;
  /** How many rows the actions are for; left out: those that are selected on the shown page. */
  readonly total?: number;
  /** The buttons for actions on the selected rows. */
  readonly children: ReactNode;
  /** Content at the end of the line. */
  readonly lineEnd?: ReactNode;
};

/** The bar above the rows, with the box that selects all of the page. Once a row is selected, the bar stays in view with the actions. */
export function SelectionBar<Row>({selection, noun, total, children, lineEnd}: SelectionBarProps<Row>) {
  const {rows, chosen, choose, mayChoose} = selection;
  const free = rows.filter(mayChoose);
  const number = total ?? chosen.length;
  const hasChosen = number > 0;
  return (
    <div style={hasChosen ? {position: 'sticky', top: 0, zIndex: 1} : {}}>
      <s-box background="base" paddingBlock="small-300">
        <s-grid
          gridTemplateColumns="@container (inline-size > 490px) 1fr auto, 1fr"
          gap="small-200"
          alignItems="center"
        >
          <s-stack direction="inline" gap="small-200" alignItems="center">
            <s-checkbox
              label={hasChosen ? `${countNoun(number, noun)} chosen` : 'Choose all on this page'}
              checked={free.length > 0 && chosen.length === free.length}
              disabled={free.length === 0}
              indeterminate={chosen.length > 0 && chosen.length < free.length}
              onChange={(event) => choose(free, event.currentTarget.checked)}
            />
            {hasChosen && children}
          </s-stack>
          {lineEnd}
        </s-grid>
      </s-box>
    </div>
  );
}
