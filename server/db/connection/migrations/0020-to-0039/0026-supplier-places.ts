// How many requests each process may have at the supplier, and until when: a process that died gives its places back by itself.
export const supplierPlaces: readonly string[] = [
  `create table supplier_places (
    process text primary key,
    held integer not null,
    wanted integer not null,
    until timestamptz not null
  )`,
];
