// A province at the pay desk has a name that a carrier reads, in Latin letters and in the country's own script.
import {expect, test} from 'vitest';
import {findProvinceNames} from '#domain/destinations/province-names.ts';

const codes = [
  ...Array.from({length: 47}, (_, index) => `JP-${String(index + 1).padStart(2, '0')}`),
  ...'11 26 27 28 29 30 31 41 42 43 44 45 46 47 48 49 50'.split(' ').map((number) => `KR-${number}`),
];

test.each([
  ['JP-01', 'Hokkaido', '北海道'],
  ['JP-13', 'Tokyo', '東京都'],
  ['JP-23', 'Aichi', '愛知県'],
  ['JP-26', 'Kyoto', '京都府'],
  ['JP-27', 'Osaka', '大阪府'],
  ['JP-40', 'Fukuoka', '福岡県'],
  ['JP-47', 'Okinawa', '沖縄県'],
  ['KR-11', 'Seoul', '서울특별시'],
  ['KR-41', 'Gyeonggi', '경기도'],
  ['KR-48', 'South Gyeongsang', '경상남도'],
])('%s is %s and %s', (code, latin, local) => {
  expect(findProvinceNames(code)).toEqual({latin, local});
});

test('every prefecture of Japan and every province of Korea has one name of each kind, and no two share one', () => {
  const all = codes.map(findProvinceNames);
  for (const [index, found] of all.entries()) {
    expect([codes[index], found?.latin]).toEqual([
      codes[index],
      expect.stringMatching(/^[A-Z][a-z]+(?: [A-Z][a-z]+)?$/),
    ]);
    const script = codes[index]?.startsWith('JP') ? /^\p{sc=Han}{2,3}[都道府県]?$/u : /^\p{sc=Hangul}{3,7}$/u;
    expect([codes[index], found?.local]).toEqual([codes[index], expect.stringMatching(script)]);
  }
  for (const kind of ['latin', 'local'] as const) expect(new Set(all.map((found) => found?.[kind])).size).toBe(64);
});

test.each([null, '', 'JP-48', 'JP-1', 'ON', 'KR-12', 'constructor'])('%j has none', (code) => {
  expect(findProvinceNames(code)).toBeNull();
});
