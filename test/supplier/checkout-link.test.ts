import {expect, test} from 'vitest';
import {readCheckoutLink} from '../../server/supplier/placing/checkout-link.ts';

const policy = {checkoutHosts: ['Shop.example', '.pay.example', 'odd.example:8443'], allowLoopbackCheckout: false};

test.each([
  ['https://shop.example/checkout/1?session=x', 'https://shop.example/checkout/1?session=x'],
  ['https://SHOP.example:443/c', 'https://shop.example/c'],
  ['https://eu.pay.example/c', 'https://eu.pay.example/c'],
  ['https://odd.example:8443/c', 'https://odd.example:8443/c'],
  // As a browser reads it: the backslash ends the host.
  ['https://shop.example\\@evil.example/c', 'https://shop.example/@evil.example/c'],
])('%s is a link', (value, checkoutUrl) => {
  expect(readCheckoutLink(value, policy)).toEqual({checkoutUrl, checkoutWithheld: null});
});

test.each<[unknown, string]>([
  ['http://shop.example/c', 'not a secure (https) address'],
  ['https://www.shop.example/c', 'leads to www.shop.example'],
  ['https://shop.example.evil.example/c', 'leads to shop.example.evil.example'],
  ['https://evilpay.example/c', 'leads to evilpay.example'],
  ['https://pay.example/c', 'leads to pay.example'],
  ['https://shop.example:8443/c', 'leads to shop.example:8443'],
  ['https://odd.example/c', 'leads to odd.example'],
  ['https://shop.example@evil.example/c', 'carries a user name'],
  ['https://127.0.0.1/c', 'leads to 127.0.0.1'],
  ['http://localhost:3000/c', 'not a secure'],
  ['javascript:alert(1)', 'not a secure'],
  ['data:text/html,hi', 'not a secure'],
  ['//shop.example/c', 'not a web address'],
  ['/checkout/1', 'not a web address'],
  [`https://shop.example/${'c'.repeat(2_100)}`, 'not a web address'],
  [{url: 'https://shop.example/c'}, 'not a web address'],
  ['', 'sent no checkout link'],
  [null, 'sent no checkout link'],
  [undefined, 'sent no checkout link'],
])('%j is withheld', (value, reason) => {
  expect(readCheckoutLink(value, policy)).toEqual({
    checkoutUrl: null,
    checkoutWithheld: expect.stringContaining(reason),
  });
});

test.each(['http://localhost:3000/c', 'http://127.0.0.1:3000/c', 'https://[::1]/c'])(
  'outside production %s is a link',
  (value) => {
    expect(readCheckoutLink(value, {...policy, allowLoopbackCheckout: true}).checkoutUrl).toBe(value);
  },
);

test('a host that only looks like loopback is not', () => {
  const open = {...policy, allowLoopbackCheckout: true};
  expect(readCheckoutLink('http://127.0.0.1.evil.example/c', open).checkoutUrl).toBeNull();
  expect(readCheckoutLink('ftp://localhost/c', open).checkoutUrl).toBeNull();
});

test('an empty entry among the known hosts opens nothing', () => {
  expect(readCheckoutLink('https://x.example/', {...policy, checkoutHosts: ['', '.', ' ']}).checkoutUrl).toBeNull();
});
