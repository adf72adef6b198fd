// Small helpers to make elements. Text is always set as text, since titles come from the supplier's catalogue.

/** @param content elements and texts */
export function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'onclick') element.addEventListener('click', value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...content);
  return element;
}

/** The first picture of a product, or an empty place of its size. */
export const picture = (media) =>
  media?.[0] ? make('img', {src: media[0].source, alt: '', loading: 'lazy'}) : make('span', {class: 'no-picture'});

const countryNames = new Intl.DisplayNames('en', {type: 'region'});
export const countryName = (code) => (code === null ? 'nowhere' : (countryNames.of(code) ?? code));

/** Every country by its name, one of them chosen. */
export function countryOptions(codes, chosen) {
  const named = codes.map((code) => ({code, name: countryName(code)}));
  return named
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(({code, name}) => make('option', {value: code, selected: code === chosen}, name));
}

export const inWords = (code) => code.toLowerCase().replaceAll('_', ' ');
