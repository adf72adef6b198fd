import {StrictMode} from 'react';
import {OverviewPage} from './pages/overview.tsx';

export function App() {
  return (
    <StrictMode>
      <OverviewPage />
    </StrictMode>
  );
}
