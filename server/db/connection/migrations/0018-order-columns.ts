// Two columns of dropship orders by plain names. `revision` rises when something about the order changes; `due_by_event` says that
// an order is due because something changed, not because its time came.
export const orderColumns: readonly string[] = [
  'alter table dropship_orders rename column told to revision',
  'alter table dropship_orders rename column called_up to due_by_event',
];
