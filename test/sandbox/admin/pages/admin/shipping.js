// The admin's shipping settings, as far as the sandbox knows them: the countries the store ships to, and the rates of its profiles.
import {call} from '../call.js';
import {countryName, countryOptions, make} from '../make.js';

const {shop, handle} = JSON.parse(document.querySelector('#settings').textContent);
const byId = (id) => document.getElementById(id);
const query = new URLSearchParams({shop});
const ownerWords = {app: 'Made by Piecewise', 'other app': 'Made by another app', merchant: 'Made by you'};
const address = `/sandbox/api/shipping?${query}`;

byId('admin').href = `/admin/${handle}`;
if (location.pathname.includes('/markets')) {
  document.title = 'Markets';
  byId('heading').textContent = 'Markets';
}
const all = await call('/sandbox/api/countries');
let chosen = (await call(address)).countries;
show();
showProfiles(await call(`/sandbox/api/profiles?${query}`));
byId('add').addEventListener('submit', (event) => {
  event.preventDefault();
  const {value} = byId('add').elements.country;
  void save([...chosen, value], `The store ships to ${countryName(value)} too.`);
});

function save(countries, message) {
  return attempt(message, async () => {
    chosen = (await call(address, {countries})).countries;
    show();
  });
}

/** Says that it was done, or why not. */
async function attempt(message, work) {
  try {
    await work();
    byId('message').className = 'sticky';
    byId('message').textContent = message;
  } catch (error) {
    byId('message').className = 'sticky failed';
    byId('message').textContent = error.message;
  }
}

function show() {
  byId('countries').replaceChildren(...chosen.map(item));
  const others = all.filter((code) => !chosen.includes(code));
  byId('add').elements.country.replaceChildren(...countryOptions(others, null));
}

function item(code) {
  const name = countryName(code);
  const rest = chosen.filter((other) => other !== code);
  const onclick = () => void save(rest, `The store no longer ships to ${name}.`);
  const remove = make('button', {type: 'button', onclick, 'aria-label': `Remove ${name}`}, 'Remove');
  return make('li', {}, make('span', {}, code), make('span', {}, name), remove);
}

function showProfiles(profiles) {
  byId('profiles').replaceChildren(...profiles.map(profileCard));
}

function profileCard(profile) {
  const {id, name, owner, isDefault, version, variantIds, zones} = profile;
  const variants = variantIds.length === 1 ? '1 variant' : `${variantIds.length} variants`;
  const about = `${isDefault ? 'For all that no other profile has' : ownerWords[owner]}: ${variants}. Version ${version}.`;
  const onclick = () =>
    void attempt(`The profile ${name} is deleted.`, async () =>
      showProfiles(await call('/sandbox/api/profiles/delete', {shop, id})),
    );
  const remove = make('button', {type: 'button', onclick, 'aria-label': `Delete profile ${name}`}, 'Delete profile');
  return make(
    'section',
    {class: 'card'},
    make('h2', {}, name),
    make('p', {}, about),
    ...(zones.length === 0 ? [make('p', {}, 'It has no rates.')] : zones.map((zone) => zonePart(profile, zone))),
    ...(owner === 'merchant' ? [] : [remove]),
  );
}

function zonePart(profile, {name, countries, rates}) {
  const where = countries.map((code) => (code === null ? 'rest of the world' : countryName(code))).join(', ');
  const none = rates.length === 0 ? [make('p', {}, 'It has no rates.')] : [];
  const items = rates.map((rate) => rateForm(profile, name, rate));
  return make('div', {class: 'zone'}, make('h3', {}, name), make('p', {}, where), ...none, ...items);
}

/** One rate with its price to change; a carrier calculates its own. */
function rateForm({id, name: profileName}, zone, {name, price, currency, active}) {
  const title = `${name}${active ? '' : ' (not active)'}`;
  if (price === null) return make('p', {}, `${title}: calculated by a carrier.`);
  const field = make('input', {name: 'price', inputmode: 'decimal', value: price, required: true});
  const label = make(
    'label',
    {},
    `${title}, ${currency} `,
    make('span', {class: 'unseen'}, `in ${zone}, ${profileName}`),
    field,
  );
  const button = make('button', {type: 'submit', 'aria-label': `Save ${name} in ${zone}, ${profileName}`}, 'Save');
  const form = make('form', {class: 'chosen'}, label, button);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const changed = {shop, id, zone, rate: name, price: field.value.trim()};
    void attempt(`${name} in ${zone} is now ${field.value.trim()} ${currency}.`, async () =>
      showProfiles(await call('/sandbox/api/profiles/rate', changed)),
    );
  });
  return form;
}
