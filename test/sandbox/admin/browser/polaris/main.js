// An offline look-alike of Shopify's polaris script. Sandbox only: production loads Shopify's own from its CDN.
import {defineActions} from './actions.js';
import {defineChoices} from './choices.js';
import {defineFeedback} from './feedback.js';
import {defineFields} from './fields.js';
import {defineLayout} from './layout.js';
import {pageLook} from './look.js';
import {defineMenus} from './menus.js';
import {defineOverlays} from './overlays.js';
import {definePage} from './page.js';
import {definePickers} from './pickers.js';
import {definePictures} from './pictures.js';
import {watchForUnknown} from './strict.js';
import {defineTable} from './table.js';

document.adoptedStyleSheets.push(pageLook);
watchForUnknown();
for (const defineRoom of [
  defineLayout,
  definePage,
  defineActions,
  defineFeedback,
  defineFields,
  defineChoices,
  defineOverlays,
  defineMenus,
  definePickers,
  definePictures,
  defineTable,
]) {
  defineRoom();
}
