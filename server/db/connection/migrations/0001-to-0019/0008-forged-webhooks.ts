// A delivery can be handled later, at its own time, and keeps what is known about it until then. Sending can be stopped for a store: the
// app is still installed, and asks the store once a day whether it has access again.
export const forgedWebhooks: readonly string[] = [
  `alter table deliveries add column next_attempt_at timestamptz`,
  `alter table deliveries add column first_asked_at timestamptz`,
  `alter table deliveries add column refuted_at timestamptz`,
  `alter table shops add column stopped_at timestamptz`,
  `alter table shops add column stopped_reason text check (stopped_reason in ('frozen', 'locked', 'no_answer'))`,
  `alter table shops add column ask_again_at timestamptz`,
  `alter table shops drop constraint shops_state_check`,
  `alter table shops add constraint shops_state_check check (state in ('installed', 'stopped', 'uninstalled'))`,
];
