import {ShowAll} from '../../shared/details/show-all.tsx';
import {ArticlePicture} from '../../shared/list/article-picture.tsx';

/** How many pictures are shown at first: as many as a phone has room for in one row. */
const shownAtFirst = 4;

/** The pictures of the article in their order, or that it has none. */
export function Gallery({pictures}: {readonly pictures: readonly string[]}) {
  const all = `All ${pictures.length} pictures`;
  return (
    <ShowAll name={all} label={all}>
      {(isWhole, button) => (
        <s-stack direction="inline" gap="small-200" alignItems="center">
          {pictures.length === 0 && <ArticlePicture picture={null} size="60px" />}
          {pictures.slice(0, isWhole ? undefined : shownAtFirst).map((picture) => (
            <ArticlePicture key={picture} picture={picture} size="60px" />
          ))}
          {pictures.length > shownAtFirst && button}
        </s-stack>
      )}
    </ShowAll>
  );
}
