// The country the store is in. Set-up says whether the supplier delivers there.
export const homeCountry: readonly string[] = ['alter table shops add column country text'];
