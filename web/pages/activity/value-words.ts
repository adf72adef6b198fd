// The values of an entry in words: what is stored are codes, ids of runs and the names of fields.
import type {NamedAuditEntry} from '#contract/activity/audit.ts';
import {settingsText} from '#domain/settings/setting-words.ts';
import {fieldLabel, runKindLabels} from '../../shared/runs/run-words.ts';
import {money} from '../../text/format.ts';

type Values = Pick<NamedAuditEntry, 'detail' | 'before' | 'after'>;

/** What is shown of the entry; null: nothing. @param currency the store's; null: not known. */
export function valuesOf({kind, action, detail, before, after}: NamedAuditEntry, currency: string | null): Values {
  if (kind === 'settings') {
    const showAmount = currency === null ? null : (minor: number) => money(minor, currency);
    const inWords = (text: string | null) => (text === null ? null : settingsText(text, showAmount));
    // The detail has the names of the settings, with which the values begin.
    return {detail: null, before: inWords(before), after: inWords(after)};
  }
  return {detail: detailOf(action, detail), before: withoutCode(before), after: withoutCode(after)};
}

/** Codes that the trail stores, in the words of the pages. */
const codes: Readonly<Record<string, string>> = {
  left_out: 'always left out',
  picked: 'always included',
  ACTIVE: 'active',
  UNLISTED: 'unlisted',
  DRAFT: 'draft',
  ARCHIVED: 'archived',
  sync: 'Piecewise’s',
  merchant: 'yours',
  held: 'waits for you',
};

/** Ids of runs and of Shopify say nothing; "merchant, edited to …" begins with a code. */
function withoutCode(text: string | null): string | null {
  if (text === null || text.startsWith('gid://')) return null;
  const own = /^merchant, edited to (.*)$/s.exec(text)?.[1];
  return own === undefined ? (codes[text] ?? text) : `yours: ${own}`;
}

function detailOf(action: string, detail: string | null): string | null {
  if (detail === null || /^(by )?run [0-9a-f-]{36}$/.test(detail) || detail.startsWith('gid://')) return null;
  if (action.startsWith('field_')) return fieldLabel(detail);
  if (action.startsWith('run_')) return withWord(detail, new Map(Object.entries(runKindLabels)));
  if (action.startsWith('brake_')) return withWord(detail, brakeKinds);
  if (action === 'approved' || action === 'flags_seen') return detail.replaceAll('_', ' ');
  return detail;
}

const brakeKinds: ReadonlyMap<string, string> = new Map([
  ['retire', 'To be taken off sale'],
  ['cost', 'Costs that moved far'],
  ['variants', 'Variants to be taken off sale'],
  ['hold', 'Products that would be drafts'],
]);

/** "selected: 3 articles" with the word for "selected". */
function withWord(detail: string, words: ReadonlyMap<string, string>): string {
  const code = /^[a-z]+/.exec(detail)?.[0] ?? '';
  const word = words.get(code);
  return word === undefined ? detail : `${word}${detail.slice(code.length)}`.replace(/: 1 articles$/, ': 1 article');
}
