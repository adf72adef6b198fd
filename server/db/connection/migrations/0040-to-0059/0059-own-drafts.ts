// Which products the app made as drafts and never saw on sale, and which of them the merchant asked to publish. Null for those made before:
// whether the merchant made them drafts again is not known.
export const ownDrafts: readonly string[] = ['alter table listings add column own_draft text'];
