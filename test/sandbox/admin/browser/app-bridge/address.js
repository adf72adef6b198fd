// The frame's address and the app's menu: the admin shows both, and leads back into the app through the menu.
import {onAdminMessage, postToAdmin} from './admin.js';

/** https://shopify.dev/docs/apps/build/security/app-server: what Shopify adds when it opens the frame is no part of the app's address. */
const ofTheFrame = ['embedded', 'shop', 'host', 'locale', 'id_token', 'hmac', 'session', 'timestamp'];

function sendAddress() {
  const {pathname, searchParams} = new URL(location.href);
  for (const name of ofTheFrame) searchParams.delete(name);
  const query = searchParams.toString();
  postToAdmin('address', {path: query === '' ? pathname : `${pathname}?${query}`});
}

export function followAddress() {
  for (const name of ['pushState', 'replaceState']) {
    const change = history[name].bind(history);
    history[name] = (...given) => {
      change(...given);
      sendAddress();
    };
  }
  addEventListener('popstate', sendAddress);
  sendAddress();
}

const linksOf = (menu) => [...menu.querySelectorAll('s-link, a')];

/** The menu is sent again whenever it changes. */
export function followMenu() {
  let lastSent = '';
  const sendMenu = () => {
    const menu = document.querySelector('s-app-nav');
    const links = menu === null ? [] : linksOf(menu);
    const items = links
      .filter((link) => link.getAttribute('rel') !== 'home')
      .map((link) => ({label: link.textContent.trim(), href: link.getAttribute('href')}));
    if (JSON.stringify(items) === lastSent) return;
    lastSent = JSON.stringify(items);
    postToAdmin('menu', {items});
  };
  new MutationObserver(sendMenu).observe(document, {childList: true, subtree: true});
  sendMenu();
  onAdminMessage('followMenu', ({href}) => {
    const link = linksOf(document).find((one) => one.closest('s-app-nav') && one.getAttribute('href') === href);
    link?.dispatchEvent(new CustomEvent('shopify:navigate', {bubbles: true, composed: true}));
  });
}
