// Links to pages of the admin itself: <a href="shopify://admin/orders/1" target="_top">, also inside Shopify's elements.
// https://shopify.dev/docs/api/app-home/apis/user-interface-and-interactions/navigation-api
import {postToAdmin} from './admin.js';

const toAdmin = /^shopify:\/*admin(?=\/)/;

export function followAdminLinks() {
  document.addEventListener('click', (event) => {
    const link = event.composedPath().find((element) => element.localName === 'a');
    const href = link?.getAttribute('href') ?? '';
    if (!toAdmin.test(href) || event.defaultPrevented) return;
    event.preventDefault();
    postToAdmin('adminPage', {path: href.replace(toAdmin, ''), isNew: link.target === '_blank'});
  });
}
