// Which country a free text about origin states, and which texts state none.
import fc from 'fast-check';
import {describe, expect, it, test} from 'vitest';
import {euMembers} from '#domain/orders/zone.ts';
import {isFromEu, recogniseCountry, recogniseOrigin} from '#domain/origin/recognise-origin.ts';

describe('the origin that a supplier’s free text states', () => {
  it.each([
    [
      'EU',
      'EU, eu, E.U., UE, European Union, Made in EU, EU preferential, Unione Europea, Europäische Union, Union européenne',
    ],
    [
      'IT',
      'Italy, Italia, ITALIEN, Italie, IT, ITA, Made in Italy, 100% Made in Italy, Prodotto in Italia, Italy (EU), Itlay',
    ],
    [
      'CZ',
      'Czech Republic, Czechia, CZ, Tschechien, Tschechische Republik, Repubblica Ceca, République tchèque, Chequia',
    ],
    [
      'NL',
      'Holland, The Netherlands, NL, Niederlande, Aus den Niederlanden, Paesi Bassi, Pays-Bas, Países Bajos, Olanda',
    ],
    [
      'PT',
      'Portugal, Made in Portugal, MADE IN PORTUGAL, Fabriqué au Portugal, Hecho en Portugal, Herkunft: Portugal, Portugual',
    ],
    [
      'DE',
      'Germany, DE, Deutschland, Made in DE, MADE IN DE, Germania, Allemagne, Alemania, Hergestellt in Deutschland',
    ],
    ['AT', 'Austria, Österreich, Oesterreich, Autriche'],
    ['GR', 'Greece, Griechenland, Grecia, Grèce, Hellas'],
    [
      'CN',
      'China, PRC, P.R.C., P.R. China, PR CHINA, People’s Republic of China, Cina, Chine, Made in China (PRC), CN',
    ],
    ['TR', 'Turkey, Türkiye, Turkiye, Made in Türkiye, Türkei, Tuerkei, Turchia, Turquie, Turquía, Turky'],
    ['GB', 'UK, United Kingdom, Great Britain, England, Großbritannien, Regno Unito, Royaume-Uni, GB'],
    ['US', 'USA, U.S.A., US, United States, United States of America, Stati Uniti, États-Unis, Vereinigte Staaten'],
    ['CH', 'Switzerland, Schweiz, Svizzera, Suisse, Suiza, CH'],
    ['IN', 'India, IN, Made in IN, Indien, IND'],
    ['VN', 'Vietnam, Viet Nam, VN'],
    ['CI', "Ivory Coast, Côte d’Ivoire, Cote d'Ivoire"],
    ['BA', 'Bosnia & Herzegovina, Bosnia and Herzegovina, Bosnien und Herzegowina'],
  ])('%s: %s', (code, texts) => {
    for (const text of texts.split(', ')) expect([text, recogniseOrigin(text)]).toEqual([text, code]);
  });

  it.each([
    ['Made in China, designed in Italy', 'CN'],
    ['Designed in Italy. Made in China.', 'CN'],
    ['Designed in Italy and made in Portugal', 'PT'],
    ['Country of origin: China; country of design: Italy', 'CN'],
    ['Fabric from Italy, made in Portugal', 'PT'],
    ['Entworfen in Italien, hergestellt in der Türkei', 'TR'],
    ['Disegnato in Italia, prodotto in Cina', 'CN'],
  ])('“%s” names two countries, and one is said to be where it was made', (text, code) => {
    expect(recogniseOrigin(text)).toBe(code);
  });

  it.each([
    'China (designed in Italy)',
    'Italy/China',
    'Made in Italy and China',
    'Made in China, Italy',
    'Made in Italy, made in China',
    'EU, China',
    'Hong Kong, China',
  ])('“%s” names two countries, and not which of them it is', (text) => {
    expect(recogniseOrigin(text)).toBeNull();
  });

  it.each([
    [
      'Non-EU',
      'non EU',
      'outside the EU',
      'not made in Italy',
      'EU?',
      '≠ EU',
      'Extra-EU',
      'No EU',
      'EU and non-EU',
      'ausserhalb der EU',
    ],
    ['Designed in Italy', 'Italian design', 'Shipped from Germany', 'Brand origin: Italy', 'Product designed in Italy'],
    ['', ' ', '-', 'Neutral', 'Europe', 'imported', 'see label', '50% Italy', 'Tuscany', 'Italian', 'Korea or Japan'],
    ['it', 'in', 'no', 'NO', 'NA', 'N/A', 'Made in', 'MADE IN', 'to be confirmed', 'XX', 'ZZ', 'UN'],
    ['Jersey', 'Georgia', 'Northern Ireland', 'New Mexico', 'Made in Little Italy', 'South Tyrol, Italy'],
  ])('is not recognised in: %s, %s, …', (...texts) => {
    for (const text of texts) expect([text, recogniseOrigin(text)]).toEqual([text, null]);
  });

  it('is a country’s code for Shopify only where a country is named', () => {
    expect([recogniseCountry('Holland'), recogniseCountry('EU'), recogniseCountry('Neutral')]).toEqual([
      'NL',
      null,
      null,
    ]);
  });
});

describe('for every country, in five languages', () => {
  const languages = ['en', 'de', 'it', 'fr', 'es'].map(
    (language) => new Intl.DisplayNames(language, {type: 'region', fallback: 'none'}),
  );
  const codes = [...euMembers, 'CN', 'TR', 'IN', 'BD', 'VN', 'CH', 'GB', 'MA', 'TN', 'PK', 'RS', 'UA', 'AL'] as const;
  const called = fc
    .record({code: fc.constantFrom(...codes), language: fc.constantFrom(...languages)})
    .map(({code, language}) => ({code, name: language.of(code) ?? code}));
  const written = fc.constantFrom(
    (name: string) => name,
    (name: string) => name.toUpperCase(),
    (name: string) => ` ${name}. `,
    (name: string) => `Made in ${name}`,
    (name: string) => `Origin: ${name}`,
    (name: string) => `${name} (${name})`,
  );

  test('its name is recognised, however it is written', () => {
    fc.assert(
      fc.property(called, written, ({code, name}, write) => {
        expect([write(name), recogniseOrigin(write(name))]).toEqual([write(name), code]);
      }),
    );
  });

  test('beside a word that is not understood, nothing is', () => {
    const strange = fc.constantFrom(
      'non',
      'not',
      'outside',
      'except',
      'fuori',
      'hors',
      'fuera',
      'ausser',
      'style',
      'or',
      'Milano',
    );
    fc.assert(
      fc.property(
        called,
        strange,
        fc.constantFrom(' ', '-', ' (', ', '),
        fc.boolean(),
        (country, word, between, isFirst) => {
          const words = isFirst ? [word, country.name] : [country.name, word];
          expect(recogniseOrigin(words.join(between))).toBeNull();
        },
      ),
    );
  });

  test('two of them are one only where exactly one is said to be where it was made', () => {
    fc.assert(
      fc.property(called, called, (one, other) => {
        fc.pre(one.code !== other.code);
        expect(recogniseOrigin(`${one.name}, ${other.name}`)).toBeNull();
        expect(recogniseOrigin(`${one.name} (designed in ${other.name})`)).toBeNull();
        expect(recogniseOrigin(`Made in ${one.name}, designed in ${other.name}`)).toBe(one.code);
      }),
    );
  });

  test('no text is said to be from the EU unless it names the EU or a member', () => {
    const names = new Set(euMembers.flatMap((code) => languages.map((language) => language.of(code) ?? code)));
    const words = fc.constantFrom(
      'Non',
      'EU',
      'outside',
      'the',
      'Made',
      'in',
      'designed',
      'China',
      'Asia',
      'or',
      '(',
      ')',
      '-',
      '/',
      '!',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.constantFrom(...names)), {maxLength: 6}), (drawn) => {
        const text = drawn.join(' ');
        const origin = recogniseOrigin(text);
        if (origin === null || !isFromEu(origin)) return;
        expect(drawn.some((word) => word === 'EU' || names.has(word))).toBe(true);
        expect(
          drawn.some((word) => ['Non', 'outside', 'China', 'Asia', 'or', '!'].includes(word) && !/made/i.test(text)),
        ).toBe(false);
      }),
    );
  });

  test('any text at all is read without a fault', () => {
    fc.assert(fc.property(fc.string({unit: 'grapheme'}), (text) => void recogniseOrigin(text)));
  });
});
