import {useState} from 'react';
import type {Choices} from '#contract/settings.ts';
import {isSameWord, plainKey, wordKey} from '#domain/words/same-word.ts';
import {count} from '../../text/format.ts';
import {useElementEvents} from '../page/element-events.ts';

type OfferedName = Choices['brands'][number];

type NamePickerProps = {
  readonly title: string;
  /** The catalogue's names, with the number of articles of each. */
  readonly offered: readonly OfferedName[];
  /** The ticked names. */
  readonly chosen: readonly string[];
  readonly onChange: (names: string[]) => void;
};

/** The most boxes shown, so that the page stays fast; the search finds the others. */
const mostNamesShown = 100;
/** A list with more names than this gets a search field. */
const searchAboveNames = 10;

/** A list of brands or categories with a box for each. Ticked names stay listed, even if no article of the catalogue has them. */
export function NamePicker({title, offered, chosen, onChange}: NamePickerProps) {
  const [query, setQuery] = useState('');
  const names = addChosenNames(offered, chosen);
  const found = names.filter(({name}) => plainKey(name).includes(plainKey(query)));
  const isChosen = (name: string) => chosen.some((one) => isSameWord(one, name));
  const toggle = (name: string, on: boolean) => {
    const others = chosen.filter((one) => !isSameWord(one, name));
    onChange(on ? [...others, name] : others);
  };
  return (
    <s-stack gap="small-200">
      <s-stack direction="inline" gap="small-200">
        <s-heading>{title}</s-heading>
        <s-text color="subdued">{chosen.length === 0 ? 'none chosen' : `${count(chosen.length)} chosen`}</s-text>
      </s-stack>
      {names.length > searchAboveNames && <NameSearch title={title} query={query} onQuery={setQuery} />}
      <s-scroll-box maxBlockSize="260px" border="base" borderRadius="base" padding="small">
        <s-stack gap="small-300">
          {found.slice(0, mostNamesShown).map(({name, articles}) => (
            <s-checkbox
              key={name}
              label={`${name} (${articles === 0 ? 'none in the catalogue' : count(articles)})`}
              checked={isChosen(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
          ))}
          {found.length === 0 && <s-text color="subdued">Nothing is called that.</s-text>}
          {found.length > mostNamesShown && (
            <s-text color="subdued">{count(found.length - mostNamesShown)} more: search to find them.</s-text>
          )}
        </s-stack>
      </s-scroll-box>
    </s-stack>
  );
}

type NameSearchProps = {readonly title: string; readonly query: string; readonly onQuery: (query: string) => void};

/** A search field whose events do not reach the form around it, because it is not a setting. */
function NameSearch({title, query, onQuery}: NameSearchProps) {
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

/** The offered names, and before them the ticked names that are not offered, with 0 articles. */
function addChosenNames(offered: readonly OfferedName[], chosen: readonly string[]): readonly OfferedName[] {
  const known = new Set(offered.map(({name}) => wordKey(name)));
  const gone = chosen.filter((name) => !known.has(wordKey(name)));
  return [...gone.map((name) => ({name, articles: 0})), ...offered];
}
