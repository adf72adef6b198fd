// Who sends a shop's orders, and until when. The token rises with every holder: an older holder claims no order.
export const laneColumns: readonly string[] = [
  'alter table shops add column lane_token integer not null default 0, add column lane_until timestamptz',
];
