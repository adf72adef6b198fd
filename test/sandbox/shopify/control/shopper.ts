// An invented shopper with an invented address for each country.

export type Shopper = {
  readonly name: string;
  readonly email: string;
  readonly street: string;
  readonly city: string;
  readonly zip: string;
};

const byCountry: Readonly<Record<string, Omit<Shopper, 'email'>>> = {
  DE: {name: 'Frieda Muster', street: 'Beispielweg 12', city: 'Hannover', zip: '30159'},
  FR: {name: 'Odile Exemple', street: '8 rue de l’Essai', city: 'Lyon', zip: '69002'},
  GB: {name: 'Edith Sample', street: '4 Trial Lane', city: 'Leeds', zip: 'LS1 4AP'},
  US: {name: 'Wanda Specimen', street: '77 Placeholder Ave', city: 'Columbus', zip: '43004'},
  JP: {name: 'Hana Mihon', street: '1-2-3 Tameshi', city: 'Nagoya', zip: '460-0001'},
  NO: {name: 'Solveig Prøve', street: 'Prøveveien 5', city: 'Bergen', zip: '5003'},
};

export function shopperIn(country: string): Shopper {
  const known = byCountry[country] ?? {name: 'Robin Anyone', street: '1 Test Street', city: 'Sampletown', zip: '10000'};
  const address = known.name
    .normalize('NFKD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.');
  return {...known, email: `${address}@example.com`};
}
