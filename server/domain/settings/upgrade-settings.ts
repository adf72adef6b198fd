// Upgrades settings that earlier releases stored. (Migrations 2 and 3 rewrote those from before schema 4.) Each upgrade is pure, and does
// nothing to settings that have its form already, because a release that knows no version drops it when it saves.
import {earliestNightly} from '#domain/settings/catalogue.ts';

/**
 * Raise it with each new entry of `upgrades`. New settings with defaults need neither. The previous release's processes run beside this one
 * and would pause every shop whose version they do not know, so write a new version one release after the first that reads it.
 */
export const settingsVersion = 1;

/** Stored settings that were not parsed yet. */
type StoredFields = Readonly<Record<string, unknown>>;

/** The first upgrade takes version 0 (stored without a version) to version 1. */
const upgrades: readonly ((stored: StoredFields) => StoredFields)[] = [withValidNightlyTime];

/** The stored settings in the form of `settingsVersion`; null: they are not settings, or a newer release wrote them. */
export function upgradeSettings(stored: unknown): StoredFields | null {
  if (!isMap(stored)) return null;
  const {version = 0, ...settings} = stored;
  if (!Number.isInteger(version) || Number(version) < 0 || Number(version) > settingsVersion) return null;
  return upgrades.slice(Number(version)).reduce((upgraded, upgrade) => upgrade(upgraded), settings);
}

/** Corrects the nightly time, which could be any text before schema 4: 4:05 becomes 04:05; 3:15 becomes the earliest time. */
function withValidNightlyTime(stored: StoredFields): StoredFields {
  const {nightlyAt} = stored;
  if (typeof nightlyAt !== 'string' || !/^\d{1,2}:\d{2}$/.test(nightlyAt)) return stored;
  const time = nightlyAt.padStart(5, '0');
  return {...stored, nightlyAt: time < earliestNightly ? earliestNightly : time};
}

const isMap = (value: unknown): value is StoredFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
