import {useState} from 'react';
import {useElementEvents} from '../page/element-events.ts';

type ArticlePictureProps = {
  /** The address of the picture at the supplier; null: the article has none. */
  readonly picture: string | null;
  /** Width and height; tile: as wide as its place, two thirds as high. */
  readonly size?: '32px' | '60px' | 'tile';
};

/**
 * The article's picture, loaded when it comes into view. Its place is kept until then and where there is none or it cannot be loaded, so
 * that nothing moves. It has no alternative text, because the name of the article stands beside it.
 */
export function ArticlePicture({picture, size = '32px'}: ArticlePictureProps) {
  const isTile = size === 'tile';
  return (
    <s-box
      {...(isTile ? {} : {inlineSize: size, blockSize: size})}
      background="subdued"
      border="base"
      borderRadius="base"
      overflow="hidden"
    >
      {picture === null ? <NoPicture isTile={isTile} /> : <Picture key={picture} picture={picture} isTile={isTile} />}
    </s-box>
  );
}

const tileRatio = '3/2';

function Picture({picture, isTile}: {readonly picture: string; readonly isTile: boolean}) {
  const [isFailed, setIsFailed] = useState(false);
  const image = useElementEvents<HTMLElementTagNameMap['s-image'], 'error'>({error: () => setIsFailed(true)});
  if (isFailed) return <NoPicture isTile={isTile} />;
  return (
    <s-image
      ref={image}
      src={picture}
      alt=""
      accessibilityRole="presentation"
      loading="lazy"
      aspectRatio={isTile ? tileRatio : '1/1'}
    />
  );
}

const NoPicture = ({isTile}: {readonly isTile: boolean}) =>
  isTile ? (
    <div style={{aspectRatio: tileRatio, display: 'grid', placeItems: 'center'}}>
      <s-text color="subdued">No picture</s-text>
    </div>
  ) : (
    <s-grid blockSize="100%" placeItems="center">
      <s-icon type="image" color="subdued" size="small" />
      <s-text accessibilityVisibility="exclusive">No picture</s-text>
    </s-grid>
  );
