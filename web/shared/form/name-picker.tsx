import {useState} from 'react';
import type {Choices} from '#contract/settings.ts';
import {plainKey, sameWord, wordKey} from '#domain/words/same-word.ts';
import {count} from '../../text/format.ts';
import {useElementEvents} from '../page/element-events.ts';

type Named = Choices['brands'][number];

type NamePickerProps = {
  readonly title: string;
  /** The catalogue's names, with the number of articles of each. */
  readonly offered: readonly Named[];
  readonly chosen: readonly string[];
  readonly onChange: (names: string[]) => void;
};

/** The page stays fast with this many boxes; the search finds the others. */
const shownAtMost = 100;
const searchFrom = 10;

/** Brands or categories with a box each; chosen ones stay listed even if the catalogue has no such article. */
export function NamePicker({title, offered, chosen, onChange}: NamePickerProps) {
  const [query, setQuery] = useState('');
  const names = withChosen(offered, chosen);
  const found = names.filter(({name}) => plainKey(name).includes(plainKey(query)));
  const isChosen = (name: string) => chosen.some((one) => sameWord(one, name));
  const toggle = (name: string, on: boolean) => {
    const others = chosen.filter((one) => !sameWord(one, name));
    onChange(on ? [...others, name] : others);
  };
  return (
    <s-stack gap="small-200">
      <s-stack direction="inline" gap="small-200">
        <s-heading>{title}</s-heading>
        <s-text color="subdued">{chosen.length === 0 ? 'none chosen' : `${count(chosen.length)} chosen`}</s-text>
      </s-stack>
      {names.length > searchFrom && <Search title={title} query={query} onQuery={setQuery} />}
      <s-scroll-box maxBlockSize="260px" border="base" borderRadius="base" padding="small">
        <s-stack gap="small-300">
          {found.slice(0, shownAtMost).map(({name, articles}) => (
            <s-checkbox
              key={name}
              label={`${name} (${articles === 0 ? 'none in the catalogue' : count(articles)})`}
              checked={isChosen(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
          ))}
          {found.length === 0 && <s-text color="subdued">Nothing is called that.</s-text>}
          {found.length > shownAtMost && (
            <s-text color="subdued">{count(found.length - shownAtMost)} more: search to find them.</s-text>
          )}
        </s-stack>
      </s-scroll-box>
    </s-stack>
  );
}

type SearchProps = {readonly title: string; readonly query: string; readonly onQuery: (query: string) => void};

/** The search field is not a setting, so its events must not reach the form around it. */
function Search({title, query, onQuery}: SearchProps) {
  const field = useElementEvents<HTMLElementTagNameMap['s-search-field'], 'input' | 'change'>({
    input: (event) => {
      event.stopPropagation();
      onQuery(field.current?.value ?? '');
    },
    change: (event) => event.stopPropagation(),
  });
  return (
    <s-search-field
      ref={field}
      label={`Search ${title.toLowerCase()}`}
      labelAccessibilityVisibility="exclusive"
      placeholder={`Search ${title.toLowerCase()}`}
      value={query}
    />
  );
}

function withChosen(offered: readonly Named[], chosen: readonly string[]): readonly Named[] {
  const known = new Set(offered.map(({name}) => wordKey(name)));
  const gone = chosen.filter((name) => !known.has(wordKey(name)));
  return [...gone.map((name) => ({name, articles: 0})), ...offered];
}
