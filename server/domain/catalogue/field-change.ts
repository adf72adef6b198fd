// One change of one field, as history and preview show it: texts for people, amounts as decimal text.

export type FieldChange = {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly why: string;
};
