// The markets of the countries that are not served, where the merchant takes them out. Reading markets needs a permission of its own.
import {useState} from 'react';
import {pricingApi} from '../../shared/api/pricing-api.ts';
import {useAction} from '../../shared/api/remote.ts';
import {askPermission, notAnsweredText} from '../../shared/switch/ask-permission.ts';
import {useFocusOnChange} from '../../shared/switch/use-switch.ts';
import {joinNames} from '../../text/format.ts';
import type {Profile} from './profile-api.ts';

/** The markets, or the button that shows them. Nothing where every country is served. */
export function UnservedMarkets({profile: {unserved, markets}}: {readonly profile: Profile}) {
  const place = useFocusOnChange(markets.read === null ? 'not read' : 'read');
  if (unserved === null || unserved.length === 0) return null;
  return (
    <div ref={place} role="status" tabIndex={-1} style={{outline: 'none'}}>
      {markets.read === null ? <ShowMarkets isPermitted={markets.isPermitted} /> : <MarketList read={markets.read} />}
    </div>
  );
}

function ShowMarkets({isPermitted}: {readonly isPermitted: boolean}) {
  const [answer, setAnswer] = useState<string | null>(null);
  // Asking for the rates has the server read the markets too; then the profile is loaded again with them.
  const {run, isRunning} = useAction(() => pricingApi.shipping());
  const press = async () => {
    const refusal = isPermitted ? null : await askPermission(['read_markets']);
    setAnswer(refusal);
    if (refusal !== null) return;
    // Where the markets are read, this is gone.
    await run(undefined).catch(() => undefined);
    setAnswer(notAnsweredText);
  };
  return (
    <s-stack gap="small-300">
      <s-stack direction="inline">
        <s-button loading={isRunning} onClick={() => void press()}>
          Show the markets
        </s-button>
      </s-stack>
      {answer !== null && <s-text>{answer}</s-text>}
    </s-stack>
  );
}

type Read = NonNullable<Profile['markets']['read']>;

const MarketList = ({read: {markets, inNone, isComplete}}: {readonly read: Read}) => (
  <s-stack gap="small-200">
    <s-text type="strong">The markets they are in</s-text>
    {markets.map(({gid, name, countries}) => (
      <s-grid key={gid} gridTemplateColumns="1fr auto" gap="small-200" alignItems="center">
        <s-text>{`${name}: ${joinNames(countries)}`}</s-text>
        <s-button href={marketAddress(gid)} target="_top" accessibilityLabel={`Open market: ${name}`}>
          Open market
        </s-button>
      </s-grid>
    ))}
    {inNone.length > 0 && <s-text>{noneText(inNone, isComplete)}</s-text>}
  </s-stack>
);

const noneText = (countries: readonly string[], isComplete: boolean): string =>
  isComplete
    ? `In no active market: ${joinNames(countries)}. Shoppers there cannot order.`
    : `Not found in the markets that could be read: ${joinNames(countries)}.`;

/** A market's page in the Shopify admin. */
const marketAddress = (gid: string): string => `shopify://admin/markets/${gid.split('/').at(-1)}`;
