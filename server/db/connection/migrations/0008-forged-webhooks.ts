// A delivery that is handled later, at a time of its own, and what was found out about it until then. A store for which sending
// is stopped: still installed, but it is only asked, once a day, whether it lets the app in again.
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
