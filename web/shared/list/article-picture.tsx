type ArticlePictureProps = {
  /** Its address at the supplier; null: the article has none. */
  readonly picture: string | null;
};

/** The article's picture, loaded when it comes into view. Its place is kept where there is none, so that rows stay aligned. */
export function ArticlePicture({picture}: ArticlePictureProps) {
  return (
    <s-box inlineSize="32px" blockSize="32px" background="subdued" border="base" borderRadius="base" overflow="hidden">
      {picture === null ? (
        <s-grid blockSize="100%" placeItems="center">
          <s-icon type="image" color="subdued" size="small" />
          <s-text accessibilityVisibility="exclusive">No picture</s-text>
        </s-grid>
      ) : (
        // The name of the article stands beside it.
        <s-image src={picture} alt="" accessibilityRole="presentation" loading="lazy" aspectRatio="1/1" />
      )}
    </s-box>
  );
}
