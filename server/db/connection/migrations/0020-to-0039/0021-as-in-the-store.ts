// What the store did with a product: the status it had when the sync lowered it, and its `updatedAt` when it was last written or read.
export const storeStateColumns: readonly string[] = [
  `alter table listings add column lowered_from text check (lowered_from in ('ACTIVE', 'UNLISTED'))`,
  'alter table listings add column store_updated_at timestamptz',
];
