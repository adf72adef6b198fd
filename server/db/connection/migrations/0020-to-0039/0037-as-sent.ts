// What a dropship order was sent with: pieces that the store was to deliver later, and keyed marks of the buyer's name and e-mail.
export const asSentColumns: readonly string[] = [
  'alter table dropship_orders add column scheduled integer not null default 0',
  'alter table dropship_orders add column name_mark text',
  'alter table dropship_orders add column email_mark text',
];
