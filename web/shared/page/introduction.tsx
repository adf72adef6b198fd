// The sentences below the headings of sections that a page's outline has too.

const texts = {
  decisions:
    'Here you decide about products that would leave your store or lose colours or sizes, changed costs, articles ' +
    'not on sale or set aside, pictures that Shopify refused, and options that are not used. What a run stopped stays ' +
    'as it is until you decide; an article that is not on sale stays so until its reason is settled.',
  sales:
    'Store orders with articles of the supplier, and your margin on them: goods and shipping without tax, less what ' +
    'the supplier charges. Tax is what Shopify charged on each order: where it charged none, none is taken off. ' +
    'Payment fees are not taken off.',
  orders:
    'One for each line of a store order. You pay the supplier at its checkout; the margin is that of the whole store order.',
  products: 'What each article costs you, and what is left of its price without tax, before shipping fees.',
  runs:
    'A run reads the whole catalogue and brings your products in line with it. One starts by itself every night. A ' +
    'preview shows every change a run would make, and changes nothing.',
  elsewhere:
    'Which articles go into your store is set under Import rules; markup, VAT, exchange rate and rounding under ' +
    'Pricing.',
  publishing: 'The nightly run starts within an hour from the time you set here; Home shows when.',
  setUp: 'You can stop after any step and go on another day, also in another browser. Each step can be opened again.',
  price:
    'The price of a product is what the article costs you, with your markup, and with the VAT that your store’s ' +
    'prices contain. What you set here is saved after you have seen what it does; the next run changes your store.',
  rules:
    'An article fits a rule when it fits all its conditions; of several ticked brands or categories one is enough. ' +
    'What you left out by hand stays out and what you picked by hand goes in; for all others a rule that excludes ' +
    'wins over every rule that includes. What you no longer choose is taken off sale by the next run, not deleted.',
} as const;

export const Introduction = ({of}: {readonly of: keyof typeof texts}) => (
  <s-paragraph color="subdued">{texts[of]}</s-paragraph>
);
