// A row for write probes: the app writes it to find out whether it can write.
export const writeProbe = [
  `create table write_probe (
    id smallint primary key check (id = 1),
    at timestamptz not null
  )`,
];
