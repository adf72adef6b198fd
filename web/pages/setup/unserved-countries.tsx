import type {Overview} from '#contract/overview.ts';
import {placeOfCountries, profileLink, unservedText} from '../../shared/orders/unserved-words.ts';
import {Notice} from '../../shared/page/notice.tsx';

/** Names the countries that the store sells to and the supplier does not deliver to, before the first order from there. */
export function UnservedCountries({overview}: {readonly overview: Overview}) {
  const words = unservedText(overview);
  if (words === null) return null;
  const {label, href} = placeOfCountries(overview.unservedCheckout);
  return (
    <s-section heading="Where you sell">
      <Notice
        tone="warning"
        heading={words.heading}
        button={
          <s-stack direction="inline" gap="small-200">
            {overview.unservedCheckout === 'by_zones' && (
              <s-button href={profileLink.href}>{profileLink.label}</s-button>
            )}
            <s-button href={href} target="_top">
              {label}
            </s-button>
          </s-stack>
        }
      >
        {words.sentences.join(' ')}
      </Notice>
    </s-section>
  );
}
