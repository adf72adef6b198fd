// The admin's list of locations, those of fulfilment services included, with how many variants each stocks.
import {call} from '../call.js';
import {countryName, make} from '../make.js';

const {shop, handle} = JSON.parse(document.querySelector('#settings').textContent);
const byId = (id) => document.getElementById(id);
const managerWords = {app: 'by Piecewise', 'other app': 'by another app'};

byId('admin').href = `/admin/${handle}`;
byId('orders').href = `/store/${handle}/orders`;
byId('processing').href = `/store/${handle}/settings/general`;
const locations = await call(`/sandbox/api/locations?${new URLSearchParams({shop})}`);
byId('locations').replaceChildren(...locations.map(item));

function item({name, manager, service, isActive, countryCode, variants}) {
  const kind = service === null ? 'Your location' : `Fulfillment service, managed ${managerWords[manager]}`;
  return make(
    'li',
    {},
    make('strong', {}, name),
    make('span', {}, `${kind}, ${countryName(countryCode)}`),
    make('span', {}, variants === 1 ? '1 variant stocked' : `${variants} variants stocked`),
    ...(isActive ? [] : [make('span', {class: 'badge'}, 'not active')]),
  );
}
