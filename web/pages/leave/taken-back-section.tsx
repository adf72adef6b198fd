import type {TakenBack} from '#contract/departure/departure.ts';

type TakenBackSectionProps = {readonly profile: TakenBack; readonly service: TakenBack};

/** What the app keeps in the store beside products, and what is to be done by hand where it could not be taken back. */
export const TakenBackSection = ({profile, service}: TakenBackSectionProps) => (
  <s-section heading="Beside the products">
    <s-stack gap="base">
      <KeptLine
        name="Fulfilment service"
        kept={service}
        byHand="In Shopify, under “Settings”, “Locations”, see what is stocked at the location Piecewise. It goes with the app: Shopify then asks where its stock is to be."
      />
      <KeptLine
        name="Shipping profile"
        kept={profile}
        byHand="In Shopify, under “Settings”, “Shipping and delivery”, delete the profile Piecewise. Its products are in your general profile then."
      />
    </s-stack>
  </s-section>
);

const stateTexts: Readonly<Record<TakenBack['state'], string>> = {
  off: 'Not in your store',
  on: 'On',
  working: 'Being taken back',
  stuck: 'Not taken back',
};

const tones = {off: 'neutral', on: 'info', working: 'info', stuck: 'warning'} as const;

type KeptLineProps = {readonly name: string; readonly kept: TakenBack; readonly byHand: string};

const KeptLine = ({name, kept: {state, said}, byHand}: KeptLineProps) => (
  <s-stack gap="small-300">
    <s-stack direction="inline" gap="small-200" alignItems="center">
      <s-text type="strong">{name}</s-text>
      <s-badge tone={tones[state]}>{stateTexts[state]}</s-badge>
    </s-stack>
    {said !== null && <s-text>{said}</s-text>}
    {state === 'stuck' && <s-text>{byHand}</s-text>}
  </s-stack>
);
