// The admin's side of the line to the app: it knows the app's exact origin and speaks with nobody else.

const {shop, handle, appUrl, apiKey, locale} = JSON.parse(document.querySelector('#settings').textContent);
const appOrigin = new URL(appUrl).origin;
const byId = (id) => document.getElementById(id);
const app = byId('app');

const tell = (kind, content = {}) => app.contentWindow.postMessage({sandbox: 'admin', kind, ...content}, appOrigin);
const fetchToken = async () => {
  const answer = await fetch(`/admin/${handle}/session-token`, {method: 'POST'});
  if (!answer.ok) throw new Error(`No session token: HTTP ${answer.status}`);
  return answer.text();
};

const heard = {
  idToken: async ({id, apiKey: given}) => {
    // Shopify's admin gives no token to a page that names another app.
    if (given !== apiKey) console.error(`[sandbox admin] the page names the app "${given}", expected "${apiKey}"`);
    else tell('answer', {id, value: await fetchToken()});
  },
  saveBar: ({on}) => byId('save').classList.toggle('on', on),
  loading: ({on}) => byId('loading').classList.toggle('on', on),
  toast: showToast,
  hideToast: ({id}) => byId(`toast-${id}`)?.remove(),
};

addEventListener('message', (event) => {
  if (event.origin !== appOrigin || event.source !== app.contentWindow || event.data?.sandbox !== 'app') return;
  heard[event.data.kind]?.(event.data);
});

function showToast({id, message, isError, duration}) {
  const toast = document.createElement('div');
  toast.id = `toast-${id}`;
  toast.className = isError ? 'toast error' : 'toast';
  toast.setAttribute('role', 'status');
  toast.textContent = message;
  byId('toasts').append(toast);
  setTimeout(() => toast.remove(), duration);
}

byId('keep').addEventListener('click', () => tell('save'));
byId('discard').addEventListener('click', () => tell('discard'));
byId('shop').textContent = shop;
byId('storefront').href = `/sandbox/store/${handle}`;
byId('home').href = location.pathname;

/** The parameters with which Shopify opens an embedded app: https://shopify.dev/docs/apps/build/authentication-authorization */
const opened = new URL(appUrl);
const host = btoa(`admin.shopify.com/store/${handle}`).replaceAll('=', '');
for (const [name, value] of Object.entries({embedded: '1', shop, host, locale, id_token: await fetchToken()})) {
  opened.searchParams.set(name, value);
}
app.src = opened.href;
