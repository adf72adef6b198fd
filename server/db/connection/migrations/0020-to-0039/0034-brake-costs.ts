// The costs a cost brake was shown with, euro cents by article id: a decision is about these only.
export const brakeCosts: readonly string[] = ['alter table brakes add column costs jsonb'];
