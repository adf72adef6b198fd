// The line to the admin frame: messages with the frame's exact origin, both ways.

/** The stand-in is served by the admin's origin, so its own address says where the admin is. */
const adminOrigin = new URL(document.currentScript.src).origin;
const admin = parent === window ? null : parent;

let asked = 0;
const waiting = new Map();
const listeners = new Map();

export const isEmbedded = admin !== null;

export const postToAdmin = (kind, content = {}) => admin?.postMessage({sandbox: 'app', kind, ...content}, adminOrigin);

/** Asks the admin and waits for its answer. */
export function ask(kind, content = {}) {
  if (!admin) return Promise.reject(new Error('This page was not opened inside the sandbox admin.'));
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    postToAdmin(kind, {...content, id});
  });
}

export const onAdminMessage = (kind, listener) => listeners.set(kind, listener);

addEventListener('message', (event) => {
  if (event.origin !== adminOrigin || event.source !== admin || event.data?.sandbox !== 'admin') return;
  const {kind, id} = event.data;
  if (kind === 'answer') {
    waiting.get(id)?.(event.data.value);
    waiting.delete(id);
  } else {
    listeners.get(kind)?.(event.data);
  }
});
