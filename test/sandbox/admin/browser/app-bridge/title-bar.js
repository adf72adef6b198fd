// What the page in the frame is called and what can be done with it, for the admin's title bar.
import {onAdminMessage, postToAdmin} from './admin.js';

export function followPageTitle() {
  let lastSent = '';
  let press = () => {};
  document.addEventListener('sandbox:page', ({detail: {heading, actions, press: pressNow}}) => {
    press = pressNow;
    const content = {heading, actions};
    if (JSON.stringify(content) === lastSent) return;
    lastSent = JSON.stringify(content);
    postToAdmin('page', content);
  });
  onAdminMessage('pressAction', ({index}) => press(index));
}
