// What the schema promises about its indexes.
import {sql} from 'kysely';
import {expect, it} from 'vitest';
import {onEachDatabase} from '../support/database.ts';

onEachDatabase('a row that others refer to', (current) => {
  it('is deleted without reading through all of theirs: each reference has an index that begins with its column', async () => {
    const {rows} = await sql<{reference: string; found: boolean}>`
      select c.conrelid::regclass || ' (' || a.attname || ')' as reference, exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null
      ) as found
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    `.execute(current().kysely);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({found}) => !found)).toEqual([]);
  });
});
