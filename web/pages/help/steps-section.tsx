import type {ComponentProps} from 'react';

type Step = {
  readonly icon: NonNullable<ComponentProps<'s-icon'>['type']>;
  readonly name: string;
  readonly text: string;
  /** The page where it is done. */
  readonly label: string;
  readonly href: string;
};

const steps: readonly Step[] = [
  {
    icon: 'catalog-product',
    name: 'Catalogue',
    text: 'Every night an update reads the supplier’s catalogue. Import rules say which articles go into your store.',
    label: 'Open Import rules',
    href: '/rules',
  },
  {
    icon: 'product',
    name: 'Products',
    text: 'Each chosen article becomes a product in Shopify, at the price that your settings make of its cost.',
    label: 'Open Products',
    href: '/products',
  },
  {
    icon: 'order',
    name: 'Order',
    text: 'A shopper buys and pays in your store. Piecewise sends each line to the supplier as an order of its own.',
    label: 'Open Orders',
    href: '/orders',
  },
  {
    icon: 'payment',
    name: 'Checkout',
    text: 'You pay each order at the supplier’s checkout, and enter the buyer’s address there. Pay next shows both.',
    label: 'Pay next',
    href: '/orders/pay',
  },
  {
    icon: 'delivery',
    name: 'Shipping',
    text: 'The supplier ships to the buyer. You enter the tracking number; Piecewise writes it to the order in Shopify.',
    label: 'Ship orders',
    href: '/orders/ship',
  },
  {
    icon: 'return',
    name: 'Refund',
    text: 'What the supplier cannot deliver, it refunds to you in full. You refund the buyer on the page of the order.',
    label: 'See what needs you',
    href: '/orders?state=need-you',
  },
];

/** The way of an article from the supplier's catalogue to a buyer, and who does what. */
export const StepsSection = () => (
  <s-section heading="How it works">
    <ol style={{listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: '12px'}}>
      {steps.map(({icon, name, text, label, href}, at) => (
        <li key={name}>
          <s-grid gridTemplateColumns="auto 1fr" gap="small-200">
            <s-icon type={icon} color="subdued" />
            <s-grid gridTemplateColumns="@container (inline-size > 560px) 1fr auto, 1fr" gap="small-200">
              <s-box>
                <s-text type="strong">{`${at + 1}. ${name}`}</s-text>
                <s-paragraph>{text}</s-paragraph>
              </s-box>
              <s-stack alignItems="start">
                <s-button href={href}>{label}</s-button>
              </s-stack>
            </s-grid>
          </s-grid>
        </li>
      ))}
    </ol>
  </s-section>
);
