// The version of one form of the settings: a digest of its values. Two pages that hold the same values hold the same version, so a
// change of other settings is no conflict, and no column is needed.
import {z} from 'zod';
import {toSortedJson} from '#domain/settings/same-value.ts';
import {shorten} from '#domain/text.ts';
import type {Deps} from '../../deps.ts';
import {BasedOn} from '../contract/settings.ts';
import {parseInput, Refusal} from '../refusal.ts';

type DigestDeps = Pick<Deps, 'digest'>;

/** The form with its version. */
export const withVersion = <Form extends object>({digest}: DigestDeps, form: Form): Form & {version: string} => ({
  ...form,
  version: versionOf({digest}, form),
});

/** The digest of the form's values; the order of their names does not matter. */
const versionOf = ({digest}: DigestDeps, form: object): string => digest(toSortedJson(form) ?? '');

/**
 * Refuses a change that is based on another version than the saved one, and names what differs. No conflict: a body without a version,
 * or a form that gives the saved values, such as one sent again after its answer was lost. Call it where the row is locked.
 * @param body of the request; it may name the version it is based on.
 * @param saved the form as it is saved now.
 * @param what begins the sentence that refuses it.
 */
export function refuseIfChanged(
  {digest}: DigestDeps,
  body: unknown,
  saved: object,
  given: object,
  what = 'These settings were',
): void {
  const {version} = parseInput(BasedOn, body);
  if (version === undefined || version === versionOf({digest}, saved)) return;
  const differing = findDifferences(saved, given);
  if (differing.length === 0) return;
  const message = `${what} saved elsewhere after you opened them. Nothing was saved over them: look at both.`;
  throw new Refusal(409, 'changed_meanwhile', message, undefined, undefined, differing);
}

/** The values that both forms have and that differ, each with a sentence that shows the two values. */
function findDifferences(saved: object, given: object): {path: string; message: string}[] {
  const givenValues = z.record(z.string(), z.unknown()).parse(given);
  return Object.entries(saved).flatMap(([path, value]) => {
    const [is, wanted] = [toSortedJson(value), toSortedJson(givenValues[path])];
    if (is === undefined || wanted === undefined || is === wanted) return [];
    return [{path, message: `Saved: ${shorten(is, longestValueShown)}. Given: ${shorten(wanted, longestValueShown)}.`}];
  });
}

const longestValueShown = 300;
