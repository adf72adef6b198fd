import {createRoot} from 'react-dom/client';
import {App, firstData} from './app.tsx';
import {loadPageAt} from './shell/app-routes.tsx';
import {showPlainMessage, watchForPolaris} from './text/plain-message.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has lost its #root.');

watchForPolaris();
const reactRoot = createRoot(root, {
  onUncaughtError: (error) => {
    reportError(error);
    showPlainMessage(
      'Something in this page broke. Nothing in your store was changed by it. Please open the app again.',
    );
  },
});
/**
 * How long the outline waits for the first data, so that the page is drawn once, with its data. After that the page is drawn as loading.
 */
const firstDataLimitMs = 500;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Resolves once the browser has painted the outline, which happens first because loading and drawing the page block painting. A hidden tab
 * never paints.
 */
const firstPaint = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

void Promise.race([firstPaint, delay(100)])
  .then(() => Promise.all([loadPageAt(location.pathname), Promise.race([firstData, delay(firstDataLimitMs)])]))
  .then(() => reactRoot.render(<App />));
