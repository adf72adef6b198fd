// A row that exists to be written: whether the app can write is found out by writing.
export const writeProbe = [
  `create table write_probe (
    id smallint primary key check (id = 1),
    at timestamptz not null
  )`,
];
