// What Shopify said when it refused the answer to a fulfilment request, and whether the present request was looked at. The index finds the requests to look at among all that were ever
// made; a new installation of the table is small, so it is built at once.
export const refusedAnswers: readonly string[] = [
  'alter table fulfilment_requests add column refused text',
  'alter table fulfilment_requests add column is_seen boolean not null default false',
  'create index fulfilment_requests_by_status on fulfilment_requests (shop, status, looked_at)',
];
