type ArticlePictureProps = {
  /** The address of the picture at the supplier; null: the article has none. */
  readonly picture: string | null;
  /** Width and height; tile: as wide as its place, two thirds as high. */
  readonly size?: '32px' | '60px' | 'tile';
};

/**
 * The article's picture, loaded when it comes into view. Its place is kept until then and where there is none, so that nothing moves. It
 * has no alternative text, because the name of the article stands beside it.
 */
export function ArticlePicture({picture, size = '32px'}: ArticlePictureProps) {
  const isTile = size === 'tile';
  const ratio = isTile ? '3/2' : '1/1';
  return (
    <s-box
      {...(isTile ? {} : {inlineSize: size, blockSize: size})}
      background="subdued"
      border="base"
      borderRadius="base"
      overflow="hidden"
    >
      {picture !== null ? (
        <s-image src={picture} alt="" accessibilityRole="presentation" loading="lazy" aspectRatio={ratio} />
      ) : isTile ? (
        <div style={{aspectRatio: ratio, display: 'grid', placeItems: 'center'}}>
          <s-text color="subdued">No picture</s-text>
        </div>
      ) : (
        <s-grid blockSize="100%" placeItems="center">
          <s-icon type="image" color="subdued" size="small" />
          <s-text accessibilityVisibility="exclusive">No picture</s-text>
        </s-grid>
      )}
    </s-box>
  );
}
