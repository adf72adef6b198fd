// What the page in the frame is called and what can be done with it, for the admin's title bar.
import {hear, tell} from './admin.js';

export function followPageTitle() {
  let told = '';
  let press = () => {};
  document.addEventListener('sandbox:page', ({detail: {heading, actions, press: pressNow}}) => {
    press = pressNow;
    const content = {heading, actions};
    if (JSON.stringify(content) === told) return;
    told = JSON.stringify(content);
    tell('page', content);
  });
  hear('pressAction', ({index}) => press(index));
}
