import {createRoot} from 'react-dom/client';
import {App, firstData} from './app.tsx';
import {loadPageAt} from './shell/app-routes.tsx';
import {showPlainMessage, watchForPolaris} from './text/plain-message.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has lost its #root.');

watchForPolaris();
const page = createRoot(root, {
  onUncaughtError: (error) => {
    reportError(error);
    showPlainMessage(
      'Something in this page broke. Nothing in your store was changed by it. Please open the app again.',
    );
  },
});
/** How long the outline stays for the first data, so that the page is drawn once, with it. After that the page draws itself as loading. */
const waitsAtMostMs = 500;

const waited = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Loading and drawing the page keep the browser from painting, so the outline is painted first. A hidden tab never paints. */
const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

void Promise.race([painted, waited(100)])
  .then(() => Promise.all([loadPageAt(location.pathname), Promise.race([firstData, waited(waitsAtMostMs)])]))
  .then(() => page.render(<App />));
