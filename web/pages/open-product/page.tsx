import {Navigate, useSearchParams} from 'react-router';
import {productArticleQuestion} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {articleAddress} from '../../shared/list/article-address.ts';
import {FromShopify, numberIn} from '../../shared/page/from-shopify.tsx';
import {Loading} from '../../shared/page/loading.tsx';

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
