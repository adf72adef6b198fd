// The admin's list of apps: Piecewise is removed here, and installed again.
import {call} from '../call.js';

const {shop, handle} = JSON.parse(document.querySelector('#settings').textContent);
const byId = (id) => document.getElementById(id);
const query = new URLSearchParams({shop});

byId('admin').href = `/admin/${handle}`;
byId('change').addEventListener('click', ({target}) => void change(target.value === 'install'));
show((await call(`/sandbox/api/state?${query}`)).installed);

function show(installed) {
  byId('state').textContent = installed ? 'Installed.' : 'Not installed: its access has ended.';
  byId('change').textContent = installed ? 'Uninstall' : 'Install';
  byId('change').value = installed ? '' : 'install';
}

async function change(installed) {
  try {
    show((await call(`/sandbox/api/app?${query}`, {installed})).installed);
    byId('message').className = 'sticky';
    byId('message').textContent = installed ? 'Piecewise is installed. Open it.' : 'Piecewise was removed.';
  } catch (error) {
    byId('message').className = 'sticky failed';
    byId('message').textContent = error.message;
  }
}
