// Types of columns: what a column is when read, inserted and updated. Times are timestamptz (Date); JSON is written as text and read
// parsed.
import type {ColumnType, JSONColumnType} from 'kysely';

/** A timestamptz column that is never null. */
export type Time = ColumnType<Date, Date, Date>;
/** A timestamptz column that may be null, and may be left out of an insert. */
export type TimeOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** A column that may be null, and may be left out of an insert. */
export type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type TextOrNull = OrNull<string>;
export type NumberOrNull = OrNull<number>;
/** A jsonb column: inserted as text, read as a parsed value. */
export type Json<T extends object> = JSONColumnType<T>;
/** A jsonb column that may be null, and may be left out of an insert: inserted as text, read as a parsed value. */
export type JsonOrNull<T extends object> = ColumnType<T | null, string | null | undefined, string | null>;
