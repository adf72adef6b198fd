import {useEffect, useRef, useState} from 'react';
import type {Choices} from '#contract/settings.ts';
import {plainKey, wordKey} from '#domain/words/same-word.ts';
import type {FieldErrors} from '../../shared/form/field-errors.ts';
import {NameSearch} from '../../shared/form/name-picker.tsx';
import {count} from '../../text/format.ts';
import type {TypedMap} from './look-draft.ts';

type WordMapProps = {
  /** The map's name in the settings. */
  readonly name: string;
  /** What the supplier's words are. */
  readonly word: 'brand' | 'category';
  /** What the store shows for them. */
  readonly shown: string;
  /** One sentence above the rows. */
  readonly introduction: string;
  readonly unit?: string;
  readonly entries: TypedMap;
  /** The supplier's words with the number of articles; null: not loaded yet. */
  readonly offered: Choices['brands'] | null;
  readonly errors: FieldErrors;
  readonly onChange: (entries: TypedMap) => void;
};

/** The most rows and the most words shown at once, so that the page stays fast; the search finds the others. */
const mostShown = 8;

/** Rows "supplier says → store shows". Further rows are added from the supplier's own words. */
export function WordMap({name, introduction, unit, entries, offered, errors, onChange, ...words}: WordMapProps) {
  const [query, setQuery] = useState('');
  const [added, setAdded] = useState<string | null>(null);
  const counts = new Map((offered ?? []).map((one) => [one.name, one.articles]));
  const fits = (text: string) => plainKey(text).includes(plainKey(query));
  const keys = Object.keys(entries);
  const taken = new Set(keys.map((key) => wordKey(key)));
  const mustShow = (key: string) => key === added || errors[`${name}.${key}`] !== undefined;
  const found = keys.filter((key) => mustShow(key) || fits(key));
  const rows = found.filter((key, at) => at < mostShown || mustShow(key));
  const free = (offered ?? []).filter((one) => !taken.has(wordKey(one.name)) && fits(one.name));
  const label = (key: string) => `${words.shown} for ${key}`;
  const remove = (key: string) => onChange(Object.fromEntries(Object.entries(entries).filter(([one]) => one !== key)));
  const add = (key: string) => {
    onChange({...entries, [key]: ''});
    setAdded(key);
    setQuery('');
  };
  return (
    <div data-setting={name}>
      <s-stack gap="small">
        <s-text color="subdued">{introduction}</s-text>
        {rows.map((key) => (
          <MapRow
            key={key}
            field={`${name}.${key}`}
            word={key}
            articles={counts.get(key) ?? (offered === null ? null : 0)}
            label={label(key)}
            unit={unit}
            value={entries[key] ?? ''}
            error={errors[`${name}.${key}`]}
            takesFocus={key === added}
            onChange={(value) => onChange({...entries, [key]: value})}
            onRemove={() => remove(key)}
          />
        ))}
        {errors[name] !== undefined && <s-text tone="critical">{errors[name]}</s-text>}
        <MoreToFind number={found.length - rows.length} what="rows" />
        {(offered?.length ?? 0) + keys.length > mostShown && (
          <NameSearch title={words.word === 'brand' ? 'brands' : 'categories'} query={query} onQuery={setQuery} />
        )}
        <FreeWords free={free} label={label} onAdd={add} />
        {query !== '' && free.length + rows.length === 0 && <s-text color="subdued">Nothing is called that.</s-text>}
      </s-stack>
    </div>
  );
}

type FreeWordsProps = {
  /** The supplier's words without a row. */
  readonly free: Choices['brands'];
  readonly label: (key: string) => string;
  readonly onAdd: (key: string) => void;
};

/** Buttons that add a row. */
const FreeWords = ({free, label, onAdd}: FreeWordsProps) => (
  <>
    <s-stack direction="inline" gap="small-300">
      {free.slice(0, mostShown).map(({name, articles}) => (
        <s-button key={name} accessibilityLabel={`Set ${label(name)}`} onClick={() => onAdd(name)}>
          {`${name} (${count(articles)})`}
        </s-button>
      ))}
    </s-stack>
    <MoreToFind number={free.length - mostShown} what="" />
  </>
);

/** Says how many more a search would find. */
const MoreToFind = ({number, what}: {readonly number: number; readonly what: 'rows' | ''}) =>
  number > 0 && (
    <s-text color="subdued">{`${count(number)} more${what === '' ? '' : ` ${what}`}: search to find ${number === 1 ? 'it' : 'them'}.`}</s-text>
  );

type MapRowProps = {
  /** The name of the field, for its error. */
  readonly field: string;
  /** The supplier's word. */
  readonly word: string;
  /** Articles with it; null: not known yet. */
  readonly articles: number | null;
  readonly label: string;
  readonly unit: string | undefined;
  readonly value: string;
  readonly error: string | undefined;
  /** Whether the field takes the focus when it appears, because a press made the row. */
  readonly takesFocus: boolean;
  readonly onChange: (value: string) => void;
  readonly onRemove: () => void;
};

function MapRow({field, word, articles, label, unit, value, error, takesFocus, onChange, onRemove}: MapRowProps) {
  const input = useRef<HTMLElementTagNameMap['s-text-field']>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const known = articles === null ? '' : articles === 0 ? 'none in the catalogue' : count(articles);
  return (
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 2fr, 1fr" gap="small-300" alignItems="center">
      <s-text dir="auto">{known === '' ? word : `${word} (${known})`}</s-text>
      <s-grid gridTemplateColumns="1fr auto" gap="small" alignItems="center">
        <s-text-field
          ref={input}
          label={label}
          labelAccessibilityVisibility="exclusive"
          data-field={field}
          maxLength={255}
          value={value}
          error={error ?? ''}
          {...(unit === undefined ? {} : {suffix: unit})}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
        <s-button accessibilityLabel={`Remove ${label}`} onClick={onRemove}>
          Remove
        </s-button>
      </s-grid>
    </s-grid>
  );
}
