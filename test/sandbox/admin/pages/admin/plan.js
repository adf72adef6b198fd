// The admin's page of the store's plan.
const {handle} = JSON.parse(document.querySelector('#settings').textContent);

document.querySelector('#admin').href = `/admin/${handle}`;
