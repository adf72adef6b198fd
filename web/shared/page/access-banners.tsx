import {useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import {joinNames} from '../../text/format.ts';

type MissingScopesProps = Pick<Overview, 'missingScopes'> & {
  /** Called when the merchant has granted the permissions; loads the overview again. */
  readonly onGranted: () => void;
};

/**
 * Asks for permissions that a new version of the app needs. App Bridge documents its request for optional permissions only, so where
 * Shopify refuses it, the answer says where Shopify asks by itself.
 * https://shopify.dev/docs/api/app-home/latest/apis/authentication-and-data/scopes-api
 */
export function usePermissionRequest({missingScopes, onGranted}: MissingScopesProps) {
  const [answer, setAnswer] = useState<string | null>(null);
  const request = async () => {
    try {
      const {result} = await shopify.scopes.request([...missingScopes]);
      setAnswer(result === 'granted-all' ? grantedText : declinedText);
      if (result === 'granted-all') onGranted();
    } catch {
      setAnswer(notAskedText);
    }
  };
  return {answer, request};
}

/** Says which permissions are missing, with the button that asks for them. */
export function MissingScopesBanner({missingScopes, onGranted}: MissingScopesProps) {
  const {answer, request} = usePermissionRequest({missingScopes, onGranted});
  return (
    <s-banner tone="critical" heading="Piecewise needs a permission that your store has not given yet">
      <s-stack gap="small-300">
        <s-text>
          {`A new version asks for: ${joinNames(missingScopes.map((scope) => scope.replaceAll('_', ' ')))}. Until it is given, what needs it does not work.`}
        </s-text>
        {answer !== null && <s-text>{answer}</s-text>}
      </s-stack>
      <s-button slot="secondary-actions" onClick={() => void request()}>
        Give the permission
      </s-button>
    </s-banner>
  );
}

const grantedText = 'Shopify has noted it. This message goes away within a minute.';
const declinedText = 'It was not given, so nothing has changed.';
const notAskedText =
  'Shopify does not ask for it here. Leave Piecewise and open it again from the Apps list of your Shopify admin: Shopify asks there.';

type BannerText = {readonly tone: 'warning' | 'info'; readonly heading: string; readonly text: string};

const untilApprovedText =
  'Until then orders wait as “Needs details”: type the buyer’s name and e-mail on the order’s page, and it is sent.';

const buyerDataTexts: Readonly<Record<NonNullable<Overview['buyerData']>, BannerText>> = {
  plan: {
    tone: 'warning',
    heading: 'Your Shopify plan does not show Piecewise the names and e-mails of your buyers',
    text: `Shopify shows them to an app like this one on the Grow plan and larger ones. ${untilApprovedText}`,
  },
  plan_expected: {
    tone: 'info',
    heading: 'Your Shopify plan may not show Piecewise the names and e-mails of your buyers',
    text: 'Below the Grow plan Shopify may withhold them from an app like this one; your first order shows it. If it does, each order asks you for the buyer’s name and e-mail before it is sent.',
  },
  approval: {
    tone: 'warning',
    heading: 'Shopify does not show Piecewise the names and e-mails of your buyers',
    text: `Shopify has not approved Piecewise for them yet: tell whoever runs Piecewise for you. ${untilApprovedText}`,
  },
};

/**
 * Says that Shopify withholds names and e-mails of buyers, and why. Addresses and phones are withheld too, but the supplier's order needs
 * neither.
 */
export function BuyerDataBanner({reason}: {readonly reason: NonNullable<Overview['buyerData']>}) {
  const {tone, heading, text} = buyerDataTexts[reason];
  return (
    <s-banner tone={tone} heading={heading}>
      {text}
      {reason !== 'plan_expected' && (
        <s-button slot="secondary-actions" href="/orders?state=needs_details">
          See these orders
        </s-button>
      )}
      {reason !== 'approval' && (
        <s-button
          slot="secondary-actions"
          href="shopify://admin/settings/plan"
          target="_top"
          accessibilityLabel="See your plan in Shopify"
        >
          See your plan
        </s-button>
      )}
    </s-banner>
  );
}
