import {articleAddress} from './article-address.ts';

type ArticleNameProps = {
  readonly id: string;
  /** The article's name; empty where it is not known. */
  readonly name: string;
  /** The DOM id of the link to the article's page; the table row's `clickDelegate` names it. Left out: no link. */
  readonly link?: string;
};

/** An article in a table: its name above its id. The name is the supplier's and may be in any script. */
export function ArticleName({id, name, link}: ArticleNameProps) {
  const text = <s-text dir="auto">{name || id}</s-text>;
  return (
    <s-stack gap="small-500">
      {link === undefined ? (
        text
      ) : (
        <s-link id={link} href={articleAddress(id)} accessibilityLabel={`Open ${name || id}`}>
          {text}
        </s-link>
      )}
      {name !== '' && <s-text color="subdued">{id}</s-text>}
    </s-stack>
  );
}
