// What a merchant reads who takes a product off sale at once.
import {describe, expect, test} from 'vitest';
import {isOnSale, type StillOnSaleCause, toRetiredNowText} from '#domain/catalogue/off-sale/retired-now.ts';

test('a product is on sale where it can be bought, listed or not', () => {
  const statuses = ['ACTIVE', 'UNLISTED', 'DRAFT', 'ARCHIVED'] as const;
  expect(statuses.filter(isOnSale)).toEqual(['ACTIVE', 'UNLISTED']);
});

describe('the answer', () => {
  const offSale = {kind: 'off_sale', status: 'DRAFT', wasOffSale: false, isByApp: true} as const;

  test('says "Off sale" only of what the store shows so, with how it gets back', () => {
    expect(toRetiredNowText(offSale)).toMatch(
      /^Off sale\. Shopify shows the product as a draft\. .*next update puts it/,
    );
    expect(toRetiredNowText({...offSale, status: 'ARCHIVED', wasOffSale: true})).toContain('as archived already');
    expect(toRetiredNowText({...offSale, isByApp: false})).toContain('only you can put it on sale, in Shopify');
    expect(toRetiredNowText({kind: 'no_product'})).not.toContain('Off sale');
    expect(toRetiredNowText({kind: 'deleted'})).not.toContain('Off sale');
  });

  test.each(['run_writing', 'no_access', 'unreachable', 'refused', 'shown'] as const)(
    'where it is not known to be off sale (%s), it says why and what happens next, in whole sentences',
    (because: StillOnSaleCause) => {
      const text = toRetiredNowText({kind: 'on_sale', because, detail: null});
      expect(text).not.toContain('Off sale');
      expect(text).toMatch(/\. The article is left out from now on, so the next update .* Or try again now\.$/);
    },
  );

  test('quotes Shopify’s own reason as a sentence', () => {
    const quote = (detail: string) => toRetiredNowText({kind: 'on_sale', because: 'refused', detail});
    expect(quote('Shopify refused it: No more')).toMatch(/^Shopify refused it: No more\. The article/);
    expect(quote('Shopify refused it: No more!')).toMatch(/^Shopify refused it: No more! The article/);
  });
});
