// A buyer's request to erase outlives the statement that carries it out: many statements write an order, also those of a worker that
// read it before, and of the release before this one. So the database itself keeps what the buyer asked for. And webhooks whose bodies
// are equal share a row while it is pending.
export const eraseRequestStatements: readonly string[] = [
  'alter table dropship_orders add column buyer_erased_at timestamptz',
  // The checkout link stays while it is needed to pay; the buyer's words, while the order can be sent. Flags lose the marks of what was
  // sent, fulfilments the number and link of the parcel.
  `create or replace function keep_buyer_erased() returns trigger language plpgsql as $$
    declare
      had_link boolean := tg_op = 'UPDATE' and new.checkout_url is not null;
    begin
      if tg_op = 'INSERT' and new.buyer_erased_at is null then
        new.buyer_erased_at := (select max(o.buyer_erased_at) from dropship_orders o
          where o.shop = new.shop and o.order_gid = new.order_gid);
      end if;
      if new.buyer_erased_at is null then
        return new;
      end if;
      new.tracking_number := null;
      new.tracking_url := null;
      new.address_mark := null;
      new.name_mark := null;
      new.email_mark := null;
      new.fulfilments := (select coalesce(jsonb_agg(case when jsonb_typeof(made->'tracking') = 'object'
          then jsonb_set(made, '{tracking}', made->'tracking' || '{"number": null, "url": null}') else made end order by nth), '[]')
        from jsonb_array_elements(new.fulfilments) with ordinality as each (made, nth));
      new.flags := (select coalesce(jsonb_agg(flag - 'place' order by nth), '[]')
        from jsonb_array_elements(new.flags) with ordinality as each (flag, nth));
      if new.state <> 'awaiting_payment' then
        new.checkout_url := null;
        if had_link then
          delete from repeats where shop = new.shop and answer->>'orderGid' = new.order_gid;
        end if;
      end if;
      if new.state not in ('waiting', 'needs_details', 'blocked', 'held', 'placing')
          and 'property' in (new.words->'colour'->>'from', new.words->'size'->>'from') then
        new.colour := case when new.words->'colour'->>'from' = 'property' then null else new.colour end;
        new.size := case when new.words->'size'->>'from' = 'property' then null else new.size end;
        new.words := null;
      end if;
      return new;
    end
  $$`,
  `create trigger keep_buyer_erased_in_new before insert on dropship_orders
    for each row execute function keep_buyer_erased()`,
  `create trigger keep_buyer_erased before update on dropship_orders
    for each row when (new.buyer_erased_at is not null) execute function keep_buyer_erased()`,
  `alter table deliveries
    add column body_digest text,
    add column arrivals integer not null default 1,
    add column covered_keys text[] not null default '{}'`,
  `create unique index deliveries_pending_body on deliveries (shop, topic, body_digest)
    where state = 'pending' and body_digest is not null`,
  'create index deliveries_body on deliveries (shop, topic, body_digest, id) where body_digest is not null',
];
