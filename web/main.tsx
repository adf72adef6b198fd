import {createRoot} from 'react-dom/client';
import {App} from './app.tsx';
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
void loadPageAt(location.pathname).then(() => page.render(<App />));
