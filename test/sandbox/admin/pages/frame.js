// The admin's side of the line to the app: it knows the app's exact origin and speaks with no other.
import {call} from './call.js';
import {wireControls} from './controls.js';

const settings = JSON.parse(document.querySelector('#settings').textContent);
const {shop, handle, appUrl, apiKey, locale} = settings;
const appOrigin = new URL(appUrl).origin;
const admin = `/admin/${handle}`;
const asked = new URLSearchParams(location.search);
const byId = (id) => document.getElementById(id);
const app = byId('app');

const postToApp = (kind, content = {}) =>
  app.contentWindow.postMessage({sandbox: 'admin', kind, ...content}, appOrigin);
const fetchToken = async () => {
  const answer = await fetch(`/admin/${handle}/session-token`, {method: 'POST'});
  if (!answer.ok) throw new Error(`No session token: HTTP ${answer.status}`);
  return answer.text();
};

const handlers = {
  idToken: async ({id, apiKey: given}) => {
    // Shopify's admin gives no token to a page that names another app.
    if (given !== apiKey) console.error(`[sandbox admin] the page names the app "${given}", expected "${apiKey}"`);
    else postToApp('answer', {id, value: await fetchToken()});
  },
  saveBar: ({on}) => byId('save').classList.toggle('on', on),
  address: ({path}) => showAddress(path),
  page: (content) => showPage(content),
  scopes: ({id, scopes}) => askForScopes(scopes, (value) => postToApp('answer', {id, value})),
  leave: ({id}) => askToLeave((leaves) => postToApp('answer', {id, value: leaves})),
  menu: ({items}) => showMenu(items),
  loading: ({on}) => byId('loading').classList.toggle('on', on),
  toast: showToast,
  adminPage: ({path, isNew}) => void openAdminPage(path, isNew),
  hideToast: ({id}) => byId(`toast-${id}`)?.remove(),
};

addEventListener('message', (event) => {
  if (event.origin !== appOrigin || event.source !== app.contentWindow || event.data?.sandbox !== 'app') return;
  handlers[event.data.kind]?.(event.data);
});

function showToast({id, message, isError, duration, action}) {
  const toast = document.createElement('div');
  toast.id = `toast-${id}`;
  toast.className = isError ? 'toast error' : 'toast';
  toast.setAttribute('role', 'status');
  toast.textContent = message;
  if (action) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = action;
    button.addEventListener('click', () => postToApp('toastAction', {id}));
    toast.append(' ', button);
  }
  byId('toasts').append(toast);
  setTimeout(() => toast.remove(), duration);
}

const backOf = {'breadcrumb-actions': '\u2190 ', 'secondary-actions': '', 'primary-action': ''};

/** The title bar: the page's name after the app's, its way back before it and its actions at the end. */
function showPage({heading, actions}) {
  byId('title').textContent = heading;
  const buttons = actions.map(({slot, label, disabled, critical}, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = backOf[slot] + label;
    button.disabled = disabled;
    button.className = [slot, critical ? 'critical' : ''].join(' ').trim();
    button.addEventListener('click', () => postToApp('pressAction', {index}));
    return {slot, button};
  });
  const ofSlot = (isBack) =>
    buttons.filter(({slot}) => (slot === 'breadcrumb-actions') === isBack).map(({button}) => button);
  byId('back').replaceChildren(...ofSlot(true));
  byId('actions').replaceChildren(...ofSlot(false));
}

/** A page of the admin itself, of which the sandbox has few. */
async function openAdminPage(path, isNew) {
  const address = `/store/${handle}${path}`;
  const {ok} = await fetch(address, {method: 'HEAD'});
  if (ok) open(address, isNew ? '_blank' : '_self');
  else console.error(`[sandbox admin] there is no page for shopify://admin${path}`);
}

/** Shopify's question when an app asks for an optional permission; it asks for no other. */
async function askForScopes(scopes, answer) {
  const address = `/sandbox/api/scopes?${new URLSearchParams({shop})}`;
  const {optional} = await call(address);
  if (!scopes.every((scope) => optional.includes(scope))) {
    return answer({error: 'The scopes must be declared as optional in your app configuration.'});
  }
  const dialog = byId('scopes');
  dialog.returnValue = '';
  byId('scopes-asked').textContent = scopes.map((scope) => scope.replaceAll('_', ' ')).join(', ');
  const close = async () => {
    if (dialog.returnValue !== 'allow') return answer({isGranted: false});
    try {
      await call(address, {scopes});
      answer({isGranted: true});
    } catch (error) {
      answer({error: error.message});
    }
  };
  dialog.addEventListener('close', () => void close(), {once: true});
  dialog.showModal();
}

function askToLeave(answer) {
  const dialog = byId('leave');
  dialog.returnValue = '';
  dialog.addEventListener('close', () => answer(dialog.returnValue === 'leave'), {once: true});
  dialog.showModal();
}

byId('keep').addEventListener('click', () => postToApp('save'));
byId('discard').addEventListener('click', () => postToApp('discard'));
byId('shop').textContent = shop;
wireControls(settings);
byId('storefront').href = `/sandbox/store/${handle}`;
byId('apps').href = `/store/${handle}/settings/apps`;
byId('home').addEventListener('click', (event) => followInApp(event, '/'));
byId('home').href = admin;

function showAddress(path) {
  const address = new URL(`${admin}${path === '/' ? '' : path}`, location.href);
  if (asked.has('locale')) address.searchParams.set('locale', locale);
  // The browser's own history holds the steps of the frame already.
  history.replaceState(null, '', address);
  markWhereWeAre();
}

const menu = document.querySelector('nav');
menu.addEventListener('scroll', showThatItGoesOn);
addEventListener('resize', showThatItGoesOn);

function showMenu(items) {
  byId('menu').replaceChildren(
    ...items.map(({label, href}) => {
      const link = document.createElement('a');
      link.textContent = label;
      link.href = `${admin}${href}`;
      link.dataset.path = href;
      link.addEventListener('click', (event) => followInApp(event, href));
      return link;
    }),
  );
  markWhereWeAre();
}

function followInApp(event, href) {
  event.preventDefault();
  postToApp('followMenu', {href});
}

/** The longest address in the menu that leads to where the app is. */
function markWhereWeAre() {
  const here = location.pathname.slice(admin.length) || '/';
  const links = [...byId('menu').children].filter(({dataset: {path}}) => here === path || here.startsWith(`${path}/`));
  const nearest =
    links.toSorted((one, other) => other.dataset.path.length - one.dataset.path.length)[0] ?? byId('home');
  for (const link of [byId('home'), ...byId('menu').children]) {
    link.classList.toggle('on', link === nearest);
    if (link === nearest) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  nearest.scrollIntoView({inline: 'center', block: 'nearest'});
  showThatItGoesOn();
}

/** On a phone the menu is one line that scrolls: where it goes on, it fades out. */
function showThatItGoesOn() {
  const {scrollLeft, clientWidth, scrollWidth} = menu;
  menu.classList.toggle('goes-on-before', scrollLeft > 1);
  menu.classList.toggle('goes-on-after', scrollLeft + clientWidth < scrollWidth - 1);
}

/** The parameters with which Shopify opens an embedded app: https://shopify.dev/docs/apps/build/authentication-authorization */
const opened = new URL((location.pathname.slice(admin.length) || '/') + location.search, appUrl);
opened.searchParams.delete('locale');
const host = btoa(`admin.shopify.com/store/${handle}`).replaceAll('=', '');
for (const [name, value] of Object.entries({embedded: '1', shop, host, locale, id_token: await fetchToken()})) {
  opened.searchParams.set(name, value);
}
app.src = opened.href;
