type ArticlePictureProps = {
  /** The address of the picture at the supplier; null: the article has none. */
  readonly picture: string | null;
  /** Width and height. */
  readonly size?: '32px' | '60px';
};

/** The article's picture, loaded when it comes into view. Its place is kept where there is none, so that rows stay aligned. */
export function ArticlePicture({picture, size = '32px'}: ArticlePictureProps) {
  return (
    <s-box inlineSize={size} blockSize={size} background="subdued" border="base" borderRadius="base" overflow="hidden">
      {picture === null ? (
        <s-grid blockSize="100%" placeItems="center">
          <s-icon type="image" color="subdued" size="small" />
          <s-text accessibilityVisibility="exclusive">No picture</s-text>
        </s-grid>
      ) : (
        // The picture has no alternative text, because the name of the article stands beside it.
        <s-image src={picture} alt="" accessibilityRole="presentation" loading="lazy" aspectRatio="1/1" />
      )}
    </s-box>
  );
}
