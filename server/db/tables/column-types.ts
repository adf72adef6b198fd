// How a column is read, inserted and updated. Times are timestamptz (Date); JSON is written as text and read parsed.
import type {ColumnType, JSONColumnType} from 'kysely';

export type Time = ColumnType<Date, Date, Date>;
export type TimeOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
export type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>;
export type TextOrNull = OrNull<string>;
export type NumberOrNull = OrNull<number>;
export type Json<T extends object> = JSONColumnType<T>;
export type JsonOrNull<T extends object> = ColumnType<T | null, string | null | undefined, string | null>;
