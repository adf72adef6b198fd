// The answers of the page Help. What they say of the app is promised in server/PROMISES.md, or stated by the supplier's document.

type Answer = {
  readonly question: string;
  /** The page where it is done. */
  readonly label: string;
  readonly href: string;
  readonly sentences: readonly string[];
};

export const answers: readonly Answer[] = [
  {
    question: 'Why does an order wait?',
    label: 'See the orders that need you',
    href: '/orders?state=need-you',
    sentences: [
      'The page of the order says why, and offers what you can do about it.',
      'Under “Waiting” are orders that go on by themselves: the buyer has not paid, Shopify’s fraud analysis is not there yet, the minutes of your settings are not over, or the supplier does not answer.',
      'Under “Needs you” are those that only you can get on: a size is missing, the price rose, the country is not served, or a rule under Settings asks you first.',
    ],
  },
  {
    question: 'Who pays the supplier, and when?',
    label: 'Pay next',
    href: '/orders/pay',
    sentences: [
      'You do, at the supplier’s checkout, once an order was sent. Piecewise opens that checkout for you, never pays, and cannot see whether you paid.',
      'After you paid, press “I paid it”: it is your own note, and the order moves to “To ship”.',
      'Each line of a store order is an order with a fee of its own.',
    ],
  },
  {
    question: 'I said that I paid, and I did not. Or I paid what I should not have paid.',
    label: 'See the paid orders',
    href: '/orders?state=paid',
    sentences: [
      'For ten seconds there is “Undo”. After that “Not paid after all” on the page of the order takes it back, until it is marked as shipped or refunded; the checkout link is there again.',
      'If the money is gone already, only the supplier can pay it back: write to the supplier with the reference of the order, and press “Mark as refunded” when you have it.',
    ],
  },
  {
    question: 'Why is a product a draft, or off sale?',
    label: 'See what is not on sale',
    href: '/products?show=held',
    sentences: [
      'Its row and its page say why. New products arrive as drafts or on sale, as Settings say; “Drafts to publish” on Products publishes those that Piecewise made as drafts.',
      'A product with no price, one below cost or below your floor, or one priced only on request (unless Settings sell these) is a draft until that changes.',
      'What the supplier no longer lists, or your rules no longer choose, is taken off sale, unless “How products look” under Settings says that it stays. Where very many would go at once, they wait for you under To decide.',
    ],
  },
  {
    question: 'The supplier states no sizes of an article. What is ordered?',
    label: 'See products without a size',
    href: '/products?show=no-size',
    sentences: [
      'Without a size that is known an order stops and asks you.',
      'Answer it once for many: in the set-up, or in Products for those you tick or for a category, with a word or with “Ask each time”. On the page of an article you can define sizes, which become variants.',
      'Where the supplier does state sizes, only one of those is sent.',
    ],
  },
  {
    question: 'Which countries are served?',
    label: 'Open Pricing',
    href: '/pricing',
    sentences: [
      'The EU, Great Britain, the United States, Canada, Japan, South Korea, Singapore, Australia, the United Arab Emirates, Saudi Arabia and Qatar, each with a fee; Pricing shows the fees of those that you sell to.',
      'An order to another country, or to a territory that the supplier does not serve, is never sent; its page says what you can do.',
      'With the shipping profile on Pricing switched on, shoppers cannot check out where the supplier does not deliver. If your rates are those of your markets, take such countries out of the markets in Shopify.',
    ],
  },
  {
    question: 'How do I set a price of my own?',
    label: 'Open Own prices',
    href: '/pricing/own',
    sentences: [
      'For one article on its page, for several in Products, for up to 10,000 by a list: a fixed price, or a markup of its own.',
      'It wins over your price rules and stays through updates. Before it is saved you see what is left of a piece; below cost or below your floor the product becomes a draft, like at any price.',
    ],
  },
  {
    question: 'What does an update change, and how do I undo it?',
    label: 'Open Updates',
    href: '/runs',
    sentences: [
      'An update makes products of the articles you chose, brings price, compare-at price, cost and variants up to date, and takes off sale what is gone. The page of an update lists each change; a preview shows them before, and writes nothing.',
      'To undo one, open it and press “See what an undo does”, then “Undo this update”. What was changed since stays, as do cost, variants and pictures; products that it made become drafts.',
      'What was set back is yours: no update changes it until you give it back, under “Set back by an undo” in Products.',
    ],
  },
  {
    question: 'I edited a product in Shopify. Is my edit lost?',
    label: 'See the edited products',
    href: '/products?show=edited',
    sentences: [
      'No: an edit is noticed and stays. Title, description, pictures and tags are written once and are yours after that, unless you give them to Piecewise; a price that you edit becomes yours too.',
      'To let Piecewise write a field again, press “Give back” at that field on the page of the article.',
    ],
  },
  {
    question: 'How do tracking numbers get to the buyer?',
    label: 'Ship orders',
    href: '/orders/ship',
    sentences: [
      'The supplier gives them to you, not to Piecewise. Paste many as a list or a file, or press “Mark as shipped” on the page of one paid order.',
      'Piecewise then fulfils the lines in Shopify, with carrier and number. Shopify writes to the buyer if you tick it; Settings say whether it is ticked at first.',
    ],
  },
  {
    question: 'The supplier cannot deliver, or the buyer wants the money back.',
    label: 'See the orders that need you',
    href: '/orders?state=need-you',
    sentences: [
      'The supplier confirms only after the order whether it can deliver, and refunds in full what it cannot. Press “Mark as refunded” on the page of the order when you have the money.',
      'After that, or if the supplier refused the order, the same page offers to refund the buyer through Shopify: at most as Shopify suggests, and “refunded” is said only when the money went.',
      'If you cancel the order or refund the article in Shopify before it was sent, it is not sent. If it was sent and is not paid, its page says not to pay it.',
    ],
  },
  {
    question: 'How do I learn that something needs me without looking?',
    label: 'Open the mails',
    href: '/settings/mail',
    sentences: [
      'Choose under Mail what you want to hear about: a summary each morning, and at once an order that is unpaid for long, a refused key, a large change, new orders that Shopify does not tell of, or a failed night.',
      'Confirm the address by the button behind the link that comes. Each mail has a link that stops them all.',
      'Of each there is one mail a day at most. One that may have been lost is named in the next summary.',
    ],
  },
  {
    question: 'What happens when I remove the app?',
    label: 'Open Leave',
    href: '/settings/leave',
    sentences: [
      'Before that, open Leave: there you say what becomes of your products, and shipping profile and fulfilment service are taken back, which Piecewise cannot do without access.',
      'Its access ends at once. Your products stay as they are, also on sale, but nothing updates them and no order is sent to the supplier. The keys are deleted; all else when Shopify asks for it, about two days later.',
      'Install it again, enter the keys, and it goes on; after leaving, only once you press “Use Piecewise again” on Leave. If all was deleted meanwhile, products that it recognises stay on sale until you confirm what to import. An order from before the new installation that it had not seen waits for you.',
    ],
  },
  {
    question: 'What did I earn, and with what?',
    label: 'Open the reports',
    href: '/reports',
    sentences: [
      'Reports shows orders, revenue, cost, fees and margin of the last days or of days of your own, by day, week or month, or by brand, category, zone or article.',
      'Orders that were cancelled, refunded or closed, and those whose margin is not known, are counted and in no amount.',
    ],
  },
  {
    question: 'How do I stop using Piecewise?',
    label: 'Open Leave',
    href: '/settings/leave',
    sentences: [
      'Open Leave before you remove Piecewise in Shopify. There you keep your products on sale, or have them made drafts, archived or deleted; shipping profile and fulfilment service are taken back.',
      'Removed without that, Piecewise has no access any more: your products stay as they are, also on sale, and nothing of their orders is sent.',
    ],
  },
];
