import {createRoot} from 'react-dom/client';
import {App, firstData} from './app.tsx';
import {showPlainMessage, watchForPolaris} from './plain-message.ts';
import {loadPageAt} from './shell/app-routes.tsx';

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
/** While the first data is on its way the page's outline is shown, and the page is drawn once; later it draws that it is loading. */
const waitsAtMostMs = 500;

const waited = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Loading and drawing the page keeps the browser from painting, so the outline is painted before. A hidden tab paints nothing. */
const painted = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

void Promise.race([painted, waited(100)])
  .then(() => Promise.all([loadPageAt(location.pathname), Promise.race([firstData, waited(waitsAtMostMs)])]))
  .then(() => page.render(<App />));
