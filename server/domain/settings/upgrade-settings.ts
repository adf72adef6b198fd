// Stored settings of earlier releases, made readable. Forms from before schema 4 were rewritten by the migrations 2 and 3. Each upgrade is
// pure, and does nothing to settings that have its form already: a release that knows no version drops it when it saves.
import {earliestNightly} from '#domain/settings/catalogue.ts';

/**
 * Rises with each entry of `upgrades`. Settings that only add names, with defaults, need neither. Processes of the release before run beside
 * this one and would pause every shop whose version they do not know: write a new version one release after the first that reads it.
 */
export const settingsVersion = 1;

type Stored = Readonly<Record<string, unknown>>;

/** The first takes version 0, which is what has no version, to version 1. */
const upgrades: readonly ((stored: Stored) => Stored)[] = [withPossibleNight];

/** What is stored in the form of `settingsVersion`. Null: no settings, or those of a newer release, which are not guessed. */
export function upgradeSettings(stored: unknown): Stored | null {
  if (!isMap(stored)) return null;
  const {version = 0, ...settings} = stored;
  if (!Number.isInteger(version) || Number(version) < 0 || Number(version) > settingsVersion) return null;
  return upgrades.slice(Number(version)).reduce((upgraded, upgrade) => upgrade(upgraded), settings);
}

/** Before schema 4 any text was a nightly time: 3:15 and 03:15 start at the earliest time, 4:05 at 04:05. */
function withPossibleNight(stored: Stored): Stored {
  const {nightlyAt} = stored;
  if (typeof nightlyAt !== 'string' || !/^\d{1,2}:\d{2}$/.test(nightlyAt)) return stored;
  const time = nightlyAt.padStart(5, '0');
  return {...stored, nightlyAt: time < earliestNightly ? earliestNightly : time};
}

const isMap = (value: unknown): value is Stored => typeof value === 'object' && value !== null && !Array.isArray(value);
