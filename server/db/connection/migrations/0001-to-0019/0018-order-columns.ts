// Plain names for two columns of dropship orders. `revision` rises with every change of the order. `due_by_event`: the order is due
// because something changed, not because its time came.
export const orderColumns: readonly string[] = [
  'alter table dropship_orders rename column told to revision',
  'alter table dropship_orders rename column called_up to due_by_event',
];
