import {NextSection} from '../components/home/next-section.tsx';
import {KeyNumbers} from '../components/key-numbers.tsx';
import {HomeBanner} from '../components/page-banners.tsx';
import {isSetUp, SetupGuide} from '../components/setup-guide.tsx';
import {StorePage} from '../components/store-page.tsx';

/** First what needs the merchant, then the store's state. */
export const HomePage = () => (
  <StorePage heading="Piecewise" banner={HomeBanner}>
    {(overview, now) => (
      <>
        <NextSection overview={overview} now={now} isSetUp={isSetUp(overview)} />
        <SetupGuide overview={overview} />
        <KeyNumbers listings={overview.listings} />
      </>
    )}
  </StorePage>
);
