// What the supplier noted about a shop's keys, and when each interface last gave a good answer: shown to the merchant beside the keys.
// What a run read before this version counts as an answer.
export const keyAnswers: readonly string[] = [
  `alter table shops
     add column catalogue_notes jsonb,
     add column catalogue_answered_at timestamptz,
     add column dropship_answered_at timestamptz`,
  `update shops set
     catalogue_answered_at = case when catalogue_key_state <> 'absent' then last_good_night_at end,
     dropship_answered_at = case when dropship_key_state <> 'absent' then list_read_at end`,
];
