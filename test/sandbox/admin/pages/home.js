const {stores} = JSON.parse(document.querySelector('#settings').textContent);

const link = (href, text) => {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.textContent = text;
  return anchor;
};

for (const {shop, handle} of stores) {
  const item = document.createElement('li');
  const name = document.createElement('strong');
  name.textContent = shop;
  item.append(
    name,
    link(`/admin/${handle}`, 'Admin with Piecewise'),
    link(`/sandbox/store/${handle}`, 'Shop window and place an order'),
  );
  document.querySelector('#stores').append(item);
}
