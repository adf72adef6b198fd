import {articleAddress} from './article/article-address.ts';

type ArticleNameProps = {
  readonly id: string;
  /** Empty where it is not known. */
  readonly name: string;
};

/** An article in a table: its name, which is the supplier's and may be in any script, leads to its page; its id stands below. */
export function ArticleName({id, name}: ArticleNameProps) {
  if (name === '') return <s-text>{id}</s-text>;
  return (
    <s-stack gap="small-500">
      <s-link href={articleAddress(id)}>
        <s-text dir="auto">{name}</s-text>
      </s-link>
      <s-text color="subdued">{id}</s-text>
    </s-stack>
  );
}
