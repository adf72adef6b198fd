// The product's status in the store, as the app last wrote or read it. Null: not known yet, until the weekly comparison reads it.
export const storeStatusColumn: readonly string[] = ['alter table listings add column store_status text'];
