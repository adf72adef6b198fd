// What the form of the prices makes of what is typed into it.
import {describe, expect, test} from 'vitest';
import {findDifferingFields, isDraftChanged} from '../../../web/shared/form/form-kind.ts';
import {
  isPricingChanged,
  type PricingDraft,
  pricingDraftOf,
  readCompletePricing,
  readPricing,
} from '../../../web/shared/pricing/pricing-draft.ts';
import {pricingKind} from '../../../web/shared/pricing/pricing-fields.ts';
import {thePricing} from './pricing-answers.ts';

const rule = {id: 'r1', brands: ['A'], categories: [], costFrom: 1_000, costTo: null, markupPercent: 40, addOn: 150};
const full = () =>
  thePricing({
    currency: 'SEK',
    pricing: {
      ...thePricing().pricing,
      rules: [rule],
      addOn: 450,
      rate: {currency: 'SEK', perEuro: '11.25', asOf: '2026-11-20', bufferPercent: 2.5},
      rounding: [
        {currency: 'SEK', endings: [95, 99], step: 100},
        {currency: 'NOK', endings: [7], step: 10},
      ],
      floorMarginPercent: 12,
      capAtRrp: true,
      compareAt: 'none',
      carryZone: 'GB',
    },
  });
const read = (change: Partial<PricingDraft>, saved = full()) =>
  readPricing({...pricingDraftOf(saved), ...change}, saved);
const errorsOf = (change: Partial<PricingDraft>) => read(change).errors;

describe('the form of the prices', () => {
  test('what was loaded is what would be saved, also what the form does not show', () => {
    for (const saved of [thePricing(), full(), thePricing({currency: 'JPY', taxesIncluded: false})]) {
      expect(readPricing(pricingDraftOf(saved), saved)).toEqual({settings: saved, errors: {}});
      expect(isDraftChanged(pricingKind, pricingDraftOf(saved), saved)).toBe(false);
    }
  });

  test('numbers are read with a decimal comma, amounts in the currency’s own decimals', () => {
    const {settings} = read({markupPercent: '62,5', addOn: '4,50', perEuro: '11,3', bufferPercent: ''});
    expect(settings?.pricing).toMatchObject({
      markupPercent: 62.5,
      addOn: 450,
      rate: {perEuro: '11.3', bufferPercent: 0},
    });
    const yen = thePricing({currency: 'JPY'});
    const inYen = (addOn: string) =>
      readPricing({...pricingDraftOf(yen), addOn, perEuro: '163', asOf: '2026-11-20'}, yen);
    expect(inYen('500').settings?.pricing.addOn).toBe(500);
    expect(inYen('4.50').errors).toEqual({addOn: 'Enter fewer decimals.'});
  });

  test.each<[string, number[], number]>([
    ['.99', [99], 100],
    [',95 or .99', [95, 99], 100],
    ['9.99', [999], 1_000],
    ['99 95', [99, 95], 100],
    ['0', [0], 10],
    ['0.99', [99], 100],
    ['0,95 or .99', [95, 99], 100],
    ['0.99 or 5.99', [99, 599], 1_000],
  ])('an ending written as “%s” is read', (endings, expected, step) => {
    expect(read({endings}).settings?.pricing.rounding[0]).toEqual({currency: 'SEK', endings: expected, step});
  });

  test('an ending that was saved for every ten is written so that it is not taken for one of every single unit', () => {
    const rounding = [{currency: 'SEK', endings: [99], step: 1_000}];
    const saved = full();
    const everyTen = {...saved, pricing: {...saved.pricing, rounding}};
    const draft = pricingDraftOf(everyTen);
    expect(draft.endings).toBe('0.99 every 10');
    expect(readPricing(draft, everyTen).settings?.pricing.rounding).toEqual(rounding);
    expect(readPricing({...draft, endings: '0.99'}, everyTen).settings?.pricing.rounding[0]).toMatchObject({step: 100});
  });

  test('without an ending the rounding of this currency goes, and that of others stays', () => {
    expect(read({endings: ' '}).settings?.pricing.rounding).toEqual([{currency: 'NOK', endings: [7], step: 10}]);
  });

  test.each(['nice', '.9.9', '.9', '-1', '99 or 9', '123456'])(
    'an ending written as “%s” is asked for again',
    (endings) => {
      expect(Object.keys(errorsOf({endings}))).toEqual(['endings']);
    },
  );

  test('every field that cannot be saved is named at once, those of a rule by the rule', () => {
    const [first] = pricingDraftOf(full()).rules;
    const rules = [{...(first as NonNullable<typeof first>), markupPercent: 'much', costFrom: '20', costTo: '10'}];
    expect(
      errorsOf({markupPercent: '62,500', vatPercent: '51', perEuro: '0', asOf: '', floorMarginPercent: '96', rules}),
    ).toEqual({
      markupPercent: 'Say which of the two numbers you mean.',
      vatPercent: 'Enter at most 50 %.',
      perEuro: 'Enter a rate above 0.',
      asOf: 'Enter the day of the rate.',
      floorMarginPercent: 'Enter at most 95 %.',
      'rules.r1.markupPercent': 'Enter a number, such as 62.5.',
      'rules.r1.costTo': 'This must be more than the cost before.',
    });
  });

  test('an empty VAT means that the merchant has not said', () => {
    expect(read({vatPercent: ' '}).settings?.pricing.vatPercent).toBeNull();
    expect(Object.keys(errorsOf({vatPercent: 'a fifth'}))).toEqual(['vatPercent']);
  });

  test('a zone is carried or not, and the difference is a change', () => {
    const none = read({carryZone: ''}).settings?.pricing ?? {};
    expect('carryZone' in none).toBe(false);
    const changed = (part: Partial<PricingDraft>) =>
      isDraftChanged(pricingKind, {...pricingDraftOf(full()), ...part}, full());
    expect([changed({carryZone: ''}), changed({markupPercent: '60,0', addOn: '4,50'})]).toEqual([true, false]);
  });

  test('a form that equals what is stored is clean, in whatever order the server sends the keys of a rule', () => {
    const {addOn, brands, categories, costFrom, costTo, id, markupPercent} = rule;
    const sent = {markupPercent, costTo, id, addOn, categories, costFrom, brands};
    const answered = {...full(), pricing: {...full().pricing, rules: [sent]}};
    expect(isDraftChanged(pricingKind, pricingDraftOf(full()), answered)).toBe(false);
    const draft = pricingDraftOf(full());
    const typed = draft.rules.map(({brands: ticked, ...one}) => ({...one, markupPercent: '40,0', brands: ticked}));
    expect(isDraftChanged(pricingKind, {...draft, rules: typed}, answered)).toBe(false);
    expect(isPricingChanged(full(), answered)).toBe(false);
    const dearer = draft.rules.map((one) => ({...one, markupPercent: '41'}));
    expect(isDraftChanged(pricingKind, {...draft, rules: dearer}, answered)).toBe(true);
  });

  test('set-up names every value that is missing before a price can be made; Pricing itself saves without', () => {
    const pricing = {...full().pricing, rate: null, vatPercent: null};
    const bare = {...full(), pricing};
    expect(readCompletePricing(pricingDraftOf(bare), bare)).toEqual({
      settings: null,
      errors: {
        perEuro: 'Enter the rate: no price in SEK can be made without it.',
        vatPercent: 'Enter the VAT that your prices contain, 0 for none.',
      },
    });
    expect(readPricing(pricingDraftOf(bare), bare).settings?.pricing).toMatchObject({rate: null, vatPercent: null});
    const inEuro = thePricing({
      currency: 'EUR',
      taxesIncluded: false,
      pricing: {...thePricing().pricing, vatPercent: null},
    });
    expect(readCompletePricing(pricingDraftOf(inEuro), inEuro).errors).toEqual({});
  });

  test('what was saved elsewhere is named field by field', () => {
    const saved = pricingDraftOf({...full(), pricing: {...full().pricing, markupPercent: 70, capAtRrp: false}});
    const draft: PricingDraft = {...pricingDraftOf(full()), markupPercent: '65'};
    const fields = findDifferingFields(pricingKind, draft, saved);
    expect(fields.map(({label, textOf: shown}) => [label, shown(saved), shown(draft)])).toEqual([
      ['Markup on cost', '70 %', '65 %'],
      ['Never above the recommended price', 'off', 'on'],
    ]);
  });
});
