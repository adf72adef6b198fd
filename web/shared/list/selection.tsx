import {type ReactNode, useState} from 'react';
import {counted} from '../../text/words.ts';

export type Selection<Row> = {
  readonly rows: readonly Row[];
  readonly chosen: readonly Row[];
  readonly choose: (rows: readonly Row[], isChosen: boolean) => void;
  readonly mayChoose: (row: Row) => boolean;
  /** For the label of the row's check box. */
  readonly nameOf: (row: Row) => string;
};

type SelectionRules<Row> = {
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly mayChoose?: (row: Row) => boolean;
};

const none: ReadonlySet<string> = new Set();

/** @param rows of the page that is shown: only they can be chosen. */
export function useSelection<Row>(
  rows: readonly Row[],
  {keyOf, nameOf, mayChoose = () => true}: SelectionRules<Row>,
): Selection<Row> {
  const [keys, setKeys] = useState(none);
  return {
    rows,
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
  /** Of one row, such as "order". */
  readonly what: string;
  /** What can be done to the chosen rows. */
  readonly children: ReactNode;
  /** At the end of the line. */
  readonly aside?: ReactNode;
};

/** Above the rows: chooses all of the page; once something is chosen it stays in view with what can be done. */
export function SelectionBar<Row>({selection, what, children, aside}: SelectionBarProps<Row>) {
  const {rows, chosen, choose, mayChoose} = selection;
  const free = rows.filter(mayChoose);
  const hasChosen = chosen.length > 0;
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
              label={hasChosen ? `${counted(chosen.length, what)} chosen` : 'Choose all on this page'}
              checked={free.length > 0 && chosen.length === free.length}
              disabled={free.length === 0}
              indeterminate={hasChosen && chosen.length < free.length}
              onChange={(event) => choose(free, event.currentTarget.checked)}
            />
            {hasChosen && children}
          </s-stack>
          {aside}
        </s-grid>
      </s-box>
    </div>
  );
}
