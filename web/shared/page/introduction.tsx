// The sentences below the headings of sections. They are here because a page's outline shows them too.

const introductions = {
  decisions:
    'Here you decide about products that would leave your store or lose colours or sizes, changed costs, articles ' +
    'not on sale or not usable, pictures that Shopify refused, and options that are not used. What an update stopped stays ' +
    'as it is until you decide; an article that is not on sale stays so until its reason is settled.',
  sales:
    'Store orders with articles of the supplier, and your margin on them: goods and shipping without tax, less what ' +
    'the supplier charges and less payment fees. Tax is what Shopify charged on each order: where it charged none, ' +
    'none is taken off. The margin leaves out orders that were cancelled or refunded.',
  orders:
    'One for each line of a store order. You pay the supplier at its checkout; the margin is that of the whole store order.',
  products: 'What each article costs you, and what is left of one piece in the worst zone that your store sells to.',
  runs:
    'An update reads the whole catalogue and brings your products in line with it. One starts by itself every night. A ' +
    'preview shows every change an update would make, and changes nothing.',
  elsewhere:
    'Which articles go into your store is set under Import rules; markup, VAT, exchange rate and rounding under ' +
    'Pricing; titles, tags, weights and what happens at the end under How products look.',
  publishing: 'The nightly update starts within an hour from the time you set here; Home shows when.',
  setUp:
    'You can stop after any step and go on another day, also in another browser. Until all are done, each can be opened again.',
  price:
    'A price is the cost with your markup and the VAT. You see what a change does to your products before it is saved.',
  rules:
    'An article fits a rule when it fits all its conditions; of several ticked brands or categories one is enough. ' +
    '“Always leave out” and “Always include” win over every rule; for all others a rule that excludes ' +
    'wins over every rule that includes. What you no longer choose is taken off sale by the next update, not deleted.',
} as const;

export const Introduction = ({of}: {readonly of: keyof typeof introductions}) => (
  <s-paragraph color="subdued">{introductions[of]}</s-paragraph>
);
