// Rows of a table that stand together under a heading, such as the lines of one store order.
/** How rows are grouped: rows that stand together and have the same key. A group of one row has no heading row. */
export type Grouping<Row> = {
  readonly groupKeyOf: (row: Row) => string;
  readonly nameOfGroup: (rows: readonly Row[]) => string;
};

/** The rows in groups; without grouping each row is a group. */
export function toGroups<Row>(rows: readonly Row[], grouping: Grouping<Row> | undefined): readonly (readonly Row[])[] {
  if (grouping === undefined) return rows.map((row) => [row]);
  const groups: Row[][] = [];
  for (const row of rows) {
    const [before] = groups.at(-1) ?? [];
    const isNext = before !== undefined && grouping.groupKeyOf(before) === grouping.groupKeyOf(row);
    if (isNext) groups.at(-1)?.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** The key and the name of a group's heading; empty: a row alone has none. */
export function headingOf<Row>(group: readonly Row[], grouping: Grouping<Row> | undefined) {
  const [first] = group;
  if (grouping === undefined || first === undefined || group.length < 2) return [];
  return [{key: `heading ${grouping.groupKeyOf(first)}`, name: grouping.nameOfGroup(group)}];
}
