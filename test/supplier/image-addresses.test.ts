// Which image addresses of the feed are passed on; each one that is not is named with its reason.
import {describe, expect, test} from 'vitest';
import {readImageAddresses} from '../../server/supplier/image-addresses.ts';

const production = {allowLoopbackImages: false};

describe('an image that is left out', () => {
  const dropped = (address: unknown, policy = production) =>
    readImageAddresses(['https://img.example/1.jpg', address], policy).dropped;

  test.each([
    ['/2.jpg', 'This is not a web address.'],
    ['http://img.example/1.jpg', 'The address does not begin with https://.'],
    ['javascript:alert(1)', 'The address does not begin with https://.'],
    ['https://u:p@img.example/3.jpg', 'The address carries a user name or a password.'],
    ['https://169.254.169.254/latest/meta-data', 'The address names a machine by its IP address.'],
    ['https://93.184.216.34/1.jpg', 'The address names a machine by its IP address.'],
    ['https://2130706433/1.jpg', 'The address names a machine by its IP address.'],
    ['https://0x7f000001/1.jpg', 'The address names a machine by its IP address.'],
    ['https://0177.0.0.1/1.jpg', 'The address names a machine by its IP address.'],
    ['https://127.1/1.jpg', 'The address names a machine by its IP address.'],
    ['https://１２７.0.0.1/1.jpg', 'The address names a machine by its IP address.'],
    ['https://127.0.0.1./1.jpg', 'The address names a machine by its IP address.'],
    ['https://[::1]/1.jpg', 'The address names a machine by its IP address.'],
    ['https://[::ffff:10.0.0.1]/1.jpg', 'The address names a machine by its IP address.'],
    ['https://localhost/1.jpg', 'The address names a machine of a private network.'],
    ['https://LOCALHOST.:8443/1.jpg', 'The address names a machine of a private network.'],
    ['https://images.localhost/1.jpg', 'The address names a machine of a private network.'],
    ['https://nas.local/1.jpg', 'The address names a machine of a private network.'],
    ['https://metadata.google.internal/1.jpg', 'The address names a machine of a private network.'],
    ['https://intranet/1.jpg', 'The address names a machine of a private network.'],
    ['https://router.home.arpa/1.jpg', 'The address names a machine of a private network.'],
  ])('%s is named with its reason', (url, reason) => {
    expect(dropped(url)).toEqual([{url, reason}]);
  });

  test.each([
    [7, 'The address is not text.'],
    [null, 'The address is not text.'],
  ])('%j is named with its reason', (entry, reason) => {
    expect(dropped(entry)).toEqual([{url: '', reason}]);
  });

  test('of more than fifty, each is named, up to twenty', () => {
    const images = Array.from({length: 80}, (_, n) => `https://img.example/${n}.jpg`);
    const named = readImageAddresses(images, production).dropped;
    expect(named[0]).toEqual({url: 'https://img.example/50.jpg', reason: 'Only the first 50 images are read.'});
    expect(named).toHaveLength(21);
    expect(named.at(-1)?.reason).toBe('10 more images cannot be used either.');
  });

  test('images that are no list are said to be none; where there are none, nothing is said', () => {
    expect(readImageAddresses('https://img.example/1.jpg', production).dropped).toEqual([
      {url: '', reason: 'The images are not a list.'},
    ]);
    for (const images of [null, undefined, []]) expect(readImageAddresses(images, production).dropped).toEqual([]);
  });

  test('this machine is allowed outside production, and no other machine of a private network', () => {
    const policy = {allowLoopbackImages: true};
    const ofThisMachine = ['https://localhost:8443/1.jpg', 'https://127.0.0.1/1.jpg', 'https://[::1]/1.jpg'];
    for (const url of [...ofThisMachine, 'http://127.0.0.1:4000/pictures/1.png', 'http://localhost/1.jpg']) {
      expect(dropped(url, policy)).toEqual([]);
    }
    for (const url of ['https://10.0.0.1/1.jpg', 'https://nas.local/1.jpg', 'http://img.example/1.jpg'])
      expect(dropped(url, policy)).toHaveLength(1);
  });

  test('plain http is refused for this machine in production', () => {
    const reason = 'The address does not begin with https://.';
    const url = 'http://127.0.0.1:4000/1.png';
    expect(dropped(url)).toEqual([{url, reason}]);
  });
});
