// The admin's shipping settings, as far as the sandbox knows them: the countries the store ships to.
import {call} from '../call.js';
import {countryName, countryOptions, make} from '../make.js';

const {shop, handle} = JSON.parse(document.querySelector('#settings').textContent);
const byId = (id) => document.getElementById(id);
const address = `/sandbox/api/shipping?${new URLSearchParams({shop})}`;

byId('admin').href = `/admin/${handle}`;
const all = await call('/sandbox/api/countries');
let chosen = (await call(address)).countries;
show();
byId('add').addEventListener('submit', (event) => {
  event.preventDefault();
  const {value} = byId('add').elements.country;
  void save([...chosen, value], `The store ships to ${countryName(value)} too.`);
});

async function save(countries, message) {
  try {
    chosen = (await call(address, {countries})).countries;
    byId('message').className = '';
    byId('message').textContent = message;
    show();
  } catch (error) {
    byId('message').className = 'failed';
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
