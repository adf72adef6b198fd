import {useState} from 'react';
import type {Choices} from '#contract/settings.ts';
import {isSameWord, plainKey, wordKey} from '#domain/words/same-word.ts';
import {count, euros, joinFirstNames} from '../../text/format.ts';
import {ArticlePicture} from '../list/article-picture.tsx';
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

/** The tiles of one page: two rows in a wide window, six on a phone. */
const tilesAPage = 12;
/** A list with more names than this gets a search field. */
const searchAboveNames = 10;

/**
 * Brands or categories as tiles, each a check box with the name under a picture. Ticked names stay listed, even if no article of the
 * catalogue has them.
 */
export function NamePicker({title, offered, chosen, onChange}: NamePickerProps) {
  const [query, setQuery] = useState('');
  const [from, setFrom] = useState(0);
  const names = addChosenNames(offered, chosen);
  const found = names.filter(({name}) => plainKey(name).includes(plainKey(query)));
  // Names may be fewer than when the page was turned.
  const first = from < found.length ? from : 0;
  const isChosen = (name: string) => chosen.some((one) => isSameWord(one, name));
  const toggle = (name: string, on: boolean) => {
    const others = chosen.filter((one) => !isSameWord(one, name));
    onChange(on ? [...others, name] : others);
  };
  const search = (typed: string) => {
    setQuery(typed);
    setFrom(0);
  };
  return (
    <s-stack gap="small-200">
      <s-stack direction="inline" gap="small-200">
        <s-heading>{title}</s-heading>
        <s-text color="subdued" dir="auto">
          {chosen.length === 0 ? 'none chosen' : `${count(chosen.length)} chosen: ${joinFirstNames(chosen)}`}
        </s-text>
      </s-stack>
      {names.length > searchAboveNames && <NameSearch title={title} query={query} onQuery={search} />}
      <div role="group" aria-label={title}>
        <s-grid gridTemplateColumns={tileColumns} gap="small">
          {found.slice(first, first + tilesAPage).map((offer) => (
            <NameTile
              key={offer.name}
              offer={offer}
              isChosen={isChosen(offer.name)}
              onToggle={(on) => toggle(offer.name, on)}
            />
          ))}
        </s-grid>
      </div>
      {found.length === 0 && <s-text color="subdued">Nothing is called that.</s-text>}
      {found.length > tilesAPage && <TilePages title={title} first={first} total={found.length} onPage={setFrom} />}
    </s-stack>
  );
}

const tileColumns = '@container (inline-size > 640px) 1fr 1fr 1fr 1fr 1fr 1fr, 1fr 1fr';

type NameTileProps = {
  readonly offer: OfferedName;
  readonly isChosen: boolean;
  readonly onToggle: (isOn: boolean) => void;
};

/** A click on the picture ticks the box too; with the keyboard the box alone is reached. */
const NameTile = ({offer, isChosen, onToggle}: NameTileProps) => {
  const {name, articles, picture} = offer;
  return (
    <s-stack gap="small-400">
      <div role="presentation" style={{cursor: 'pointer'}} onClick={() => onToggle(!isChosen)}>
        <ArticlePicture picture={picture} size="tile" />
      </div>
      <s-checkbox
        label={`${name} (${articles === 0 ? 'none in the catalogue' : count(articles)})`}
        details={costSpan(offer)}
        checked={isChosen}
        onChange={(event) => onToggle(event.currentTarget.checked)}
      />
    </s-stack>
  );
};

/** What the articles of a name cost: "€4.50 to €120.00"; empty: the supplier states no cost. */
function costSpan({costFrom, costTo}: OfferedName): string {
  if (costFrom === null || costTo === null) return '';
  return costFrom === costTo ? `Cost ${euros(costFrom)}` : `Cost ${euros(costFrom)} to ${euros(costTo)}`;
}

type TilePagesProps = {
  readonly title: string;
  /** The position of the first tile of the page. */
  readonly first: number;
  readonly total: number;
  readonly onPage: (first: number) => void;
};

/** Which tiles are shown, and the buttons to those before and after. */
const TilePages = ({title, first, total, onPage}: TilePagesProps) => (
  <s-stack direction="inline" gap="small-200" alignItems="center">
    <s-button
      icon="chevron-left"
      accessibilityLabel={`${title} before these`}
      disabled={first === 0}
      onClick={() => onPage(Math.max(0, first - tilesAPage))}
    />
    <div role="status">
      <s-text>{`${count(first + 1)} to ${count(Math.min(total, first + tilesAPage))} of ${count(total)}`}</s-text>
    </div>
    <s-button
      icon="chevron-right"
      accessibilityLabel={`${title} after these`}
      disabled={first + tilesAPage >= total}
      onClick={() => onPage(first + tilesAPage)}
    />
  </s-stack>
);

type NameSearchProps = {readonly title: string; readonly query: string; readonly onQuery: (query: string) => void};

/** A search field whose events do not reach the form around it, because it is not a setting. */
export function NameSearch({title, query, onQuery}: NameSearchProps) {
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
  return [...gone.map((name) => ({name, articles: 0, picture: null, costFrom: null, costTo: null})), ...offered];
}
