import {useState} from 'react';
import {Opened} from '../../shared/details/opened.tsx';
import {ArticlePicture} from '../../shared/list/article-picture.tsx';

/** How many pictures are shown at first: as many as a phone has room for in one row. */
const shownAtFirst = 4;

/** The pictures of the article in their order, or that it has none. */
export function Gallery({pictures}: {readonly pictures: readonly string[]}) {
  const [areAllShown, setAllShown] = useState(false);
  const all = `All ${pictures.length} pictures`;
  const row = (shown: readonly string[]) => (
    <s-stack direction="inline" gap="small-200" alignItems="center">
      {pictures.length === 0 && <ArticlePicture picture={null} size="60px" />}
      {shown.map((picture) => (
        <ArticlePicture key={picture} picture={picture} size="60px" />
      ))}
      {shown.length < pictures.length && <s-button onClick={() => setAllShown(true)}>{all}</s-button>}
    </s-stack>
  );
  return areAllShown ? <Opened name={all}>{row(pictures)}</Opened> : row(pictures.slice(0, shownAtFirst));
}
