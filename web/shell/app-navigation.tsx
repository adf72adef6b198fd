import {useEffect, useLayoutEffect, useState} from 'react';
import {useLocation, useNavigate} from 'react-router';
import {routes} from '../routes.ts';
import {overviewQuery} from '../shared/api/questions.ts';
import {useRemote} from '../shared/api/remote.ts';
import {isStoreFilled} from '../shared/page/store-filled.ts';
import {agreeToLeave} from '../shared/page/unsaved-edits.ts';
import {keepFrameParameters} from './frame-address.ts';
import {isSetUpKnownToBeOver, rememberSetUp} from './known-set-up.ts';

/** The app's menu, which the admin shows outside the frame, and the handling of every link inside the app. */
export function AppNavigation() {
  useRouterForLinks();
  const location = useLocation();
  useLayoutEffect(keepFrameParameters, [location]);
  const isSettingUp = useIsSettingUp();
  return (
    <s-app-nav>
      {Object.entries(routes).flatMap(([path, {menu}]) =>
        menu === undefined || (path === '/setup' && !isSettingUp)
          ? []
          : [
              <s-link key={path} href={path} {...(path === '/' ? homeLinkAttributes : {})}>
                {menu}
              </s-link>,
            ],
      )}
    </s-app-nav>
  );
}

/**
 * Whether the menu shows Set-up. Until the server has answered, what this browser remembers counts; an unknown store is taken to be new.
 */
function useIsSettingUp(): boolean {
  const [isOver] = useState(isSetUpKnownToBeOver);
  // Does not poll, because pages that show the overview keep it fresh.
  const overview = useRemote({...overviewQuery, waitMs: () => null, isOff: isOver}).value;
  useEffect(() => {
    if (overview !== null) rememberSetUp(overview);
  }, [overview]);
  return overview === null ? !isOver : !isStoreFilled(overview);
}

/** Makes the app's name link to Home and leaves Home out of the menu. The element's types lack this attribute, so it is spread. */
const homeLinkAttributes = {rel: 'home'};

/**
 * Follows links inside the app: each link announces its target by an event, and the app's router navigates there.
 * https://shopify.dev/docs/api/app-home/using-polaris-components
 */
function useRouterForLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = ({target}: Event) => {
      const href = target instanceof Element ? target.getAttribute('href') : null;
      if (href !== null) void agreeToLeave().then(() => navigate(href));
    };
    document.addEventListener('shopify:navigate', follow);
    return () => document.removeEventListener('shopify:navigate', follow);
  }, [navigate]);
}
