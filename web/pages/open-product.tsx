import {Navigate, useSearchParams} from 'react-router';
import {articleAddress} from '../components/article/article-address.ts';
import {FromShopify, numberIn} from '../components/from-shopify.tsx';
import {Loading} from '../components/loading.tsx';
import {productArticleQuestion} from '../questions.ts';
import {useRemote} from '../remote.ts';

/** Where "More actions" on a product's page in the Shopify admin leads (web/extensions/product-link): the article it was made from. */
export function Page() {
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
  const {articleId} = found.value;
  if (articleId === null) return <FromShopify what="product" number={number} />;
  return <Navigate to={articleAddress(articleId)} replace />;
}
