import {useSearchParams} from 'react-router';
import type {ProductArticle} from '#contract/article.ts';
import {FromShopify, numberIn} from '../components/from-shopify.tsx';
import {Loading} from '../components/loading.tsx';
import {euros, money} from '../format.ts';
import {productArticleQuestion} from '../questions.ts';
import {useRemote} from '../remote.ts';
import {allOrders, ordersAddress} from '../words.ts';

/** Where "More actions" on a product's page in the Shopify admin leads (web/extensions/product-link): the article it was made from. */
export function OpenProductPage() {
  const [query] = useSearchParams();
  const number = numberIn(query, 'Product');
  return number === null ? <FromShopify what="product" number={null} /> : <Product number={number} />;
}

function Product({number}: {number: string}) {
  const found = useRemote(productArticleQuestion(`gid://shopify/Product/${number}`));
  if (found.value === null) {
    return (
      <s-page heading="Product">
        <s-section accessibilityLabel="The product">
          <Loading what="this product" remote={found} height="320px" />
        </s-section>
      </s-page>
    );
  }
  const {article} = found.value;
  return article === null ? (
    <FromShopify what="product" number={number} />
  ) : (
    <Article article={article} number={number} />
  );
}

const stateWords = {
  active: 'Kept in step with the supplier',
  held: 'Off sale for now',
  retired: 'No longer offered: retired',
  deleted_in_store: 'Deleted in your store',
} as const;

function Article({
  article,
  number,
}: {
  readonly article: NonNullable<ProductArticle['article']>;
  readonly number: string;
}) {
  const {id, name, brand, state, reason, cost, price, currency} = article;
  return (
    <s-page heading={name || id}>
      <s-section heading="The supplier’s article">
        <s-paragraph>{[id, brand].filter(Boolean).join(', ')}</s-paragraph>
        <s-paragraph>{`${stateWords[state]}.${reason === null ? '' : ` ${reason}`}`}</s-paragraph>
        {cost !== null && <s-paragraph>{`It costs you ${euros(cost)} a piece, without shipping.`}</s-paragraph>}
        {price !== null && currency !== null && (
          <s-paragraph>{`Piecewise priced it at ${money(price, currency)}.`}</s-paragraph>
        )}
        <s-stack direction="inline" gap="small-200">
          <s-button href={ordersAddress({view: allOrders, search: id, store: null})}>Orders of this article</s-button>
          <s-button href={`shopify://admin/products/${number}`} target="_top">
            Open the product in Shopify
          </s-button>
        </s-stack>
      </s-section>
    </s-page>
  );
}
