import {Notice} from '../../shared/page/notice.tsx';
import {SwitchButtons} from '../../shared/switch/switch-buttons.tsx';
import {againLabel, isBeingSwitchedOn, SwitchState} from '../../shared/switch/switch-state.tsx';
import {type Switch, type SwitchWish, useFocusOnChange} from '../../shared/switch/use-switch.ts';
import type {Service} from './service-api.ts';
import {
  offerSentences,
  offTexts,
  profileLackText,
  purposeText,
  saidText,
  stateText,
  workText,
} from './service-words.ts';

type ServiceSectionProps = {
  readonly service: Service;
  readonly switching: Omit<Switch<never>, 'press'>;
  readonly onPress: (wanted: SwitchWish) => void;
};

/** What the fulfilment service is and does, and the buttons that switch it. */
export function ServiceSection({service, switching, onPress}: ServiceSectionProps) {
  const {want, isWorking, stopped, profile, all, refused, hasOpenRequest} = service;
  const isImpossible =
    want === 'off' && !isWorking && stopped === null && profile.want === 'off' && profile.isMarketDriven === true;
  const isOffered =
    !isImpossible && (want === 'off' ? !isWorking && stopped === null : want === 'trial' || isBeingSwitchedOn(service));
  const status = useFocusOnChange(`${want} ${isWorking}`);
  const isProfileThere = profile.want !== 'off' && profile.said === null;
  return (
    <s-section heading="Requests in Shopify">
      <s-stack gap="base">
        <div ref={status} role="status" tabIndex={-1} style={{outline: 'none'}}>
          <s-stack gap="small">
            <SwitchState
              state={{...service, said: saidText(service)}}
              work={workText(service)}
              progressLabel="Variants stocked at the location Piecewise"
              reached={stateText(service)}
              isLacking={refused.count > 0}
              button={<MendButton service={service} isBusy={switching.pressed !== null} onPress={onPress} />}
            />
            {hasOpenRequest && <OpenRequest />}
            {isOffered && <Offer service={service} />}
          </s-stack>
        </div>
        {isImpossible ? <s-text>{profileLackText(service)}</s-text> : <ProfileLack service={service} />}
        {!isImpossible && (
          <SwitchButtons
            want={want}
            isWorking={isWorking}
            canTry={isProfileThere && all.products > 0 && stopped === null}
            canSwitchOn={isProfileThere && profile.want === 'on'}
            switching={switching}
            onPress={onPress}
            offQuestion={
              <s-stack gap="small">
                {offTexts(service).map((text) => (
                  <s-paragraph key={text}>{text}</s-paragraph>
                ))}
              </s-stack>
            }
          />
        )}
      </s-stack>
    </s-section>
  );
}

const Offer = ({service}: {readonly service: Service}) => (
  <s-stack gap="small">
    {service.want === 'off' && service.settledAt !== null && (
      <s-text type="strong">It is off, and every product is stocked where it was.</s-text>
    )}
    <s-text>
      {service.want === 'trial' ? 'Switched on for all products: ' : 'While it is on: '}
      {purposeText}
    </s-text>
    <s-unordered-list>
      {offerSentences(service).map((sentence) => (
        <s-list-item key={sentence}>{sentence}</s-list-item>
      ))}
    </s-unordered-list>
  </s-stack>
);

const toProfile = <s-button href="/pricing#shipping-profile">Open the shipping profile</s-button>;

/** Who answers the request that waits, until when, and the way to orders that may hold it up. */
const OpenRequest = () => (
  <s-stack gap="small-200">
    <s-text>
      A request in Shopify waits for an answer: Piecewise gives it within 20 hours. If its order waits for you, see to
      it first.
    </s-text>
    <s-stack direction="inline">
      <s-button href="/orders">See the orders</s-button>
    </s-stack>
  </s-stack>
);

/** The way to the shipping profile, where it is missing for all products. A service that stopped for that says it itself. */
function ProfileLack({service}: Pick<ServiceSectionProps, 'service'>) {
  const text = profileLackText(service);
  if (text === null || service.stopped === 'no_profile') return null;
  if (service.profile.want === 'trial' && service.profile.said === null)
    return (
      <s-stack gap="small-200">
        <s-text color="subdued">{text}</s-text>
        <s-stack direction="inline">{toProfile}</s-stack>
      </s-stack>
    );
  return (
    <Notice tone="warning" heading="The shipping profile comes first" button={toProfile}>
      {text}
    </Notice>
  );
}

/** The button that mends what hinders the app. */
function MendButton({
  service: {want, stopped, profile},
  isBusy,
  onPress,
}: Pick<ServiceSectionProps, 'service' | 'onPress'> & {readonly isBusy: boolean}) {
  if (stopped === 'no_profile' || (stopped === null && profile.want === 'off')) return toProfile;
  return (
    <>
      {stopped === 'name_taken' && (
        <s-button href="shopify://admin/settings/locations" target="_top">
          Open locations in Shopify
        </s-button>
      )}
      <s-button loading={isBusy} onClick={() => onPress(want)}>
        {againLabel(stopped)}
      </s-button>
    </>
  );
}
