// How often handling a delivery failed. `attempts` also counts postponements, for the order of the inbox and for back-off.
export const deliveryFailures: readonly string[] = [
  'alter table deliveries add column failures integer not null default 0',
];
