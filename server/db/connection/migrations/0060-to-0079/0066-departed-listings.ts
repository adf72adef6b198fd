// As what a product is made again that a departure deleted, known on its listing and not from the history. Of departures that are there
// already the history is asked once. And runs that delete count the products that are gone, as their pages say.
export const departedListings: readonly string[] = [
  `alter table listings add column departed_as text check (departed_as in ('active', 'draft'))`,
  `update listings l set departed_as = 'active' where l.state = 'deleted_in_store' and exists (
    select from departures d
      join runs r on r.shop = d.shop and r.kind = 'departure' and r.started_at >= d.asked_at
      join run_changes c on c.run_id = r.id and c.kind = 'delete' and c.applied
    where d.shop = l.shop and c.article_id = l.article_id
  )`,
  `update listing_variants v set state = 'suppressed' from listings l
    where l.shop = v.shop and l.article_id = v.article_id and l.part = v.part and l.product_gid = v.product_gid
      and l.departed_as is not null and v.state = 'deleted_in_store'`,
  `update runs set counts = jsonb_set(counts, '{retired}', counts->'writes') where kind = 'delete' and counts ? 'writes'`,
];
