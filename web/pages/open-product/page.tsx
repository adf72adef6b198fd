import {Navigate, useSearchParams} from 'react-router';
import {productArticleQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {articleAddress} from '../../shared/list/article-address.ts';
import {NothingForLink, readAdminNumber} from '../../shared/page/from-shopify.tsx';
import {Loading} from '../../shared/page/loading.tsx';

/**
 * Opens from "More actions" on a product's page in the Shopify admin (web/extensions/product-link) and redirects to the article of the
 * product.
 */
export function Page() {
  const [query] = useSearchParams();
  const number = readAdminNumber(query, 'Product');
  return number === null ? <NothingForLink what="product" number={null} /> : <RedirectToArticle number={number} />;
}

function RedirectToArticle({number}: {number: string}) {
  const found = useRemote(productArticleQuery(`gid://shopify/Product/${number}`));
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
  if (articleId === null) return <NothingForLink what="product" number={number} />;
  return <Navigate to={articleAddress(articleId)} replace />;
}
