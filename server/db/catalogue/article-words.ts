// The words an article is found by: whole words, and their parts between dashes, dots, slashes and similar marks. A search matches the
// beginning of a word, in any language, without a database extension.
import {withoutEnd} from '#domain/text.ts';

/** The database computes the column `words` of an article with this. Never edited once released. */
export const articleWords = `array_to_tsvector(array_remove(
      regexp_split_to_array(search, '[[:space:]]+')
      || regexp_split_to_array(search, '[-_/.,;:()+&#]+|[[:space:]]+'), ''))`;

const marks = '-_/.,;:()+&#';

/** Only this many words count; a search this long is narrow already. */
const mostWords = 8;
/** The database's limit for a word is 2,046 bytes. */
const longestWord = 100;

/** The `tsquery` of a search: an article matches if every searched word that counts begins one of its words. Null: `text` has no words. */
export function toWordQuery(text: string): string | null {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => withoutMarks(word))
    .filter((word) => word !== '');
  if (words.length === 0) return null;
  return words
    .slice(0, mostWords)
    .map((word) => `${quoted(word.slice(0, longestWord).toWellFormed())}:*`)
    .join(' & ');
}

const withoutMarks = (word: string): string =>
  withoutEnd(word.replace(/^[-_/.,;:()+&#]+/, ''), (character) => marks.includes(character));

/** https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY */
const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
