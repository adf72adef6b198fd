// Pictures: of an article, small in a row, or of a person. One that does not load leaves its place empty.
import {at, define, fire} from './element.js';
import {escapeHtml, icon} from './look.js';

const passed = ['src', 'alt', 'loading', 'sizes', 'srcset'];

function updatePicture(element) {
  const picture = element.$('img');
  for (const name of passed) {
    if (at(element, name) === null || at(element, name) === '') picture.removeAttribute(name);
    else if (picture.getAttribute(name) !== at(element, name)) picture.setAttribute(name, at(element, name));
  }
  picture.alt = at(element, 'alt') ?? '';
  picture.hidden = !at(element, 'src');
}

function initPicture(element) {
  const picture = element.$('img');
  picture.addEventListener('load', () => fire(element, 'load', {bubbles: false}));
  picture.addEventListener('error', () => {
    picture.hidden = true;
    fire(element, 'error', {bubbles: false});
  });
}

const ratioOf = (text) => (text ?? 'auto').replaceAll(' ', '');

const thumbnailSizes = {'small-200': 24, 'small-100': 32, small: 40, base: 40, large: 60, 'large-100': 80};
const avatarSizes = {'small-200': 20, small: 24, base: 28, large: 32, 'large-200': 40};

export function definePictures() {
  define('s-image', {
    css: `:host { display: block } :host([inlinesize=auto]) { display: inline-block }
img { display: block; width: 100%; background: var(--subtle) } img[hidden] { display: none }`,
    html: '<img alt="">',
    init: initPicture,
    up: (element) => {
      updatePicture(element);
      const {style} = element.$('img');
      style.aspectRatio = ratioOf(at(element, 'aspectRatio'));
      style.objectFit = at(element, 'objectFit') ?? 'contain';
      style.borderRadius = at(element, 'borderRadius') ? '8px' : '';
      style.border = at(element, 'border') ? '1px solid var(--border)' : '';
    },
  });
  define('s-thumbnail', {
    css: `:host { display: inline-flex; align-items: center; justify-content: center; overflow: hidden; flex: none;
  border: 1px solid var(--border); border-radius: 8px; background: var(--subtle); color: #8a8a8a }
img { width: 100%; height: 100%; object-fit: contain } img[hidden], img:not([hidden]) + i { display: none }`,
    html: `<img alt=""><i>${icon('image', 20)}</i>`,
    init: initPicture,
    up: (element) => {
      updatePicture(element);
      const size = thumbnailSizes[at(element, 'size') ?? 'base'];
      element.style.width = `${size}px`;
      element.style.height = `${size}px`;
    },
  });
  define('s-avatar', {
    css: `:host { display: inline-flex; align-items: center; justify-content: center; overflow: hidden; border-radius: 8px;
  background: #d5ebff; color: #003a5a; font: 650 11px/16px var(--f) }
img { width: 100%; height: 100%; object-fit: cover } img[hidden], img:not([hidden]) + span { display: none }`,
    html: '<img alt=""><span></span>',
    init: initPicture,
    up: (element) => {
      updatePicture(element);
      const size = avatarSizes[at(element, 'size')] ?? 28;
      element.style.width = `${size}px`;
      element.style.height = `${size}px`;
      const initials = at(element, 'initials');
      element.$('span').innerHTML = initials ? escapeHtml(initials) : icon('person');
    },
  });
}
