import {StorePage} from '../../shared/page/store-page.tsx';
import {FiguresSection} from './figures-section.tsx';

/** The fulfilment service of the store. */
export const Page = () => <StorePage heading="Fulfilment service">{() => <FiguresSection />}</StorePage>;
