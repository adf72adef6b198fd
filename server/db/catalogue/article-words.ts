// The words an article is found by: whole words, and their parts between dashes, dots, slashes and similar marks. A search matches the
// beginning of a word, in any language, without a database extension.

import type {Article} from '#domain/catalogue/article.ts';
import {withoutEnd} from '#domain/text.ts';
import {plainKey} from '#domain/words/same-word.ts';

/** The database computes the column `words` of an article with this. Never edited once released. */
export const articleWords = `array_to_tsvector(array_remove(
      regexp_split_to_array(search, '[[:space:]]+')
      || regexp_split_to_array(search, '[-_/.,;:()+&#]+|[[:space:]]+'), ''))`;

const marks = '-_/.,;:()+&#';

/** Only this many words count; a search this long is narrow already. */
const mostWords = 8;
/** The database's limit for a word is 2,046 bytes. */
const longestWord = 100;

type Named = Pick<Article, 'id' | 'sku' | 'brand' | 'name' | 'category'>;

/** What the column `search` holds of an article: its words in lower case, and those of them that a search compares in another spelling. */
export function toSearchText(article: Named): string {
  const other = wordsInOtherSpelling(article);
  return other === '' ? inLowerCase(article) : `${inLowerCase(article)} ${other}`;
}

/** Empty for most articles. */
export function wordsInOtherSpelling(article: Named): string {
  const text = inLowerCase(article);
  const known = new Set(text.split(/\s+/));
  // A word may grow in another spelling; a search compares no more of it either.
  const words = plainKey(text)
    .split(' ')
    .map(toLength)
    .filter((word) => !known.has(word));
  return [...new Set(words)].join(' ');
}

const toLength = (word: string): string => word.slice(0, longestWord).toWellFormed();

const inLowerCase = ({id, sku, brand, name, category}: Named): string =>
  [id, sku, brand, name, category].join(' ').toLowerCase();

/**
 * The `tsquery` of a search: an article matches if every searched word that counts begins one of its words, accents aside (`plainKey`).
 * Articles that an earlier version stored are found by their words in lower case. Null: `text` has no words.
 */
export function toWordQuery(text: string): string | null {
  const queries = new Set([text.toLowerCase(), plainKey(text)].map(queryOf));
  queries.delete('');
  return queries.size === 0 ? null : [...queries].map((query) => `(${query})`).join(' | ');
}

const queryOf = (text: string): string =>
  text
    .split(/\s+/)
    .map(withoutMarks)
    .filter((word) => word !== '')
    .slice(0, mostWords)
    .map((word) => `${quoted(toLength(word))}:*`)
    .join(' & ');

const withoutMarks = (word: string): string =>
  withoutEnd(word.replace(/^[-_/.,;:()+&#]+/, ''), (character) => marks.includes(character));

/** https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY */
const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
