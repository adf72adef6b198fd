// An offline stand-in of Shopify's app-bridge script. Sandbox only. What it does not imitate fails loudly.
import {followAddress, followMenu} from './address.js';
import {ask, isEmbedded, onAdminMessage, postToAdmin} from './admin.js';
import {followAdminLinks} from './admin-links.js';
import {saveBar, watchForms} from './save-bar.js';
import {addTokenToFetch, idToken} from './session-token.js';
import {followPageTitle} from './title-bar.js';

const asked = new URLSearchParams(location.search);

let toasts = 0;
const toastActions = new Map();
const toast = {
  show(message, {isError = false, duration = 5000, action, onAction} = {}) {
    toasts += 1;
    if (onAction) toastActions.set(toasts, onAction);
    postToAdmin('toast', {id: toasts, message, isError, duration, action});
    return String(toasts);
  },
  hide: (id) => postToAdmin('hideToast', {id: Number(id)}),
};

onAdminMessage('toastAction', ({id}) => toastActions.get(id)?.());

/** The admin asks the merchant. Only what the app declares as optional can be asked for. */
async function requestScopes(scopes) {
  const {error, isGranted} = await ask('scopes', {scopes});
  if (error) throw new Error(error);
  return {result: isGranted ? 'granted-all' : 'declined-all', detail: {granted: [], required: [], optional: scopes}};
}

const notHere = (name) => () => Promise.reject(new Error(`shopify.${name} is not part of the sandbox.`));

const shopify = {
  config: {
    apiKey: document.querySelector('meta[name=shopify-api-key]')?.getAttribute('content') ?? '',
    shop: asked.get('shop') ?? '',
    host: asked.get('host') ?? '',
    locale: asked.get('locale') ?? 'en-US',
  },
  origin: location.origin,
  ready: Promise.resolve(),
  environment: {mobile: false, embedded: isEmbedded, pos: false},
  idToken,
  toast,
  saveBar,
  loading: (on = true) => postToAdmin('loading', {on}),
  scopes: {request: requestScopes},
  resourcePicker: notHere('resourcePicker'),
  user: notHere('user'),
};

Object.assign(window, {shopify});
addTokenToFetch();
watchForms();
followAddress();
followMenu();
followPageTitle();
followAdminLinks();
