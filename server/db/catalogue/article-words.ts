// The words an article is found by: whole words, and their parts between dashes, dots, slashes and similar marks. A search matches the
// beginning of a word, in any language, without a database extension.

import type {Article} from '#domain/catalogue/article.ts';
import {trimEndWhile} from '#domain/text.ts';
import {plainKey} from '#domain/words/same-word.ts';

/** SQL of the column `words`, which the database computes from an article's column `search`. Never edited once released. */
export const articleWordsSql = `array_to_tsvector(array_remove(
      regexp_split_to_array(search, '[[:space:]]+')
      || regexp_split_to_array(search, '[-_/.,;:()+&#]+|[[:space:]]+'), ''))`;

/** Marks that separate the parts of a word; the same as in `articleWordsSql`. */
const separatorMarks = '-_/.,;:()+&#';

/** A search uses only its first eight words, because it is narrow enough by then. */
const maxSearchWords = 8;
/** Characters kept of a word. The database's limit for a word is 2,046 bytes. */
const maxWordLength = 100;

/** The texts of an article that a search looks at. */
type SearchableArticle = Pick<Article, 'id' | 'sku' | 'brand' | 'name' | 'category'>;

/** What the column `search` holds of an article: its words in lower case, and those of them that a search compares in another spelling. */
export function toSearchText(article: SearchableArticle): string {
  const other = wordsInOtherSpelling(article);
  return other === '' ? toLowerCaseText(article) : `${toLowerCaseText(article)} ${other}`;
}

/** The article's words that `plainKey` spells otherwise than in lower case; empty for most articles. */
export function wordsInOtherSpelling(article: SearchableArticle): string {
  const text = toLowerCaseText(article);
  const known = new Set(text.split(/\s+/));
  // `plainKey` may make a word longer (`ae` for `æ`), so it is cut as the words of a search are.
  const words = plainKey(text)
    .split(' ')
    .map(cutWord)
    .filter((word) => !known.has(word));
  return [...new Set(words)].join(' ');
}

/** The first `maxWordLength` characters of a word. */
const cutWord = (word: string): string => word.slice(0, maxWordLength).toWellFormed();

const toLowerCaseText = ({id, sku, brand, name, category}: SearchableArticle): string =>
  [id, sku, brand, name, category].join(' ').toLowerCase();

/**
 * The `tsquery` of a search: an article matches if every searched word that counts begins one of its words, accents aside (`plainKey`).
 * Articles that an earlier version stored are found by their words in lower case. Null: `text` has no words.
 */
export function toWordQuery(text: string): string | null {
  const queries = new Set([text.toLowerCase(), plainKey(text)].map(toTsquery));
  queries.delete('');
  return queries.size === 0 ? null : [...queries].map((query) => `(${query})`).join(' | ');
}

/** The words of a text as a query that asks for each as the beginning of a word; empty: the text has no words. */
const toTsquery = (text: string): string =>
  text
    .split(/\s+/)
    .map(withoutMarks)
    .filter((word) => word !== '')
    .slice(0, maxSearchWords)
    .map((word) => `${quoteLexeme(cutWord(word))}:*`)
    .join(' & ');

/** The word without marks at its beginning and end. */
const withoutMarks = (word: string): string =>
  trimEndWhile(word.replace(/^[-_/.,;:()+&#]+/, ''), (character) => separatorMarks.includes(character));

/** The word in the quotes of a query: https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY */
const quoteLexeme = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
