import {useEffect, useLayoutEffect, useState} from 'react';
import {useLocation, useNavigate} from 'react-router';
import {routes} from '../routes.ts';
import {overviewQuestion} from '../shared/api/questions.ts';
import {useRemote} from '../shared/api/remote.ts';
import {isFilled} from '../shared/page/set-up-steps.ts';
import {agreeToLeave} from '../shared/page/unsaved-edits.ts';
import {keepFrameParameters} from './frame-address.ts';
import {isKnownToBeOver, rememberSetUp} from './known-set-up.ts';

/** The app's menu, which the admin shows outside the frame, and the handling of every link inside the app. */
export function AppNavigation() {
  useAnnouncedLinks();
  const location = useLocation();
  useLayoutEffect(keepFrameParameters, [location]);
  const isSettingUp = useIsSettingUp();
  return (
    <s-app-nav>
      {Object.entries(routes).flatMap(([path, {menu}]) =>
        menu === undefined || (path === '/setup' && !isSettingUp)
          ? []
          : [
              <s-link key={path} href={path} {...(path === '/' ? home : {})}>
                {menu}
              </s-link>,
            ],
      )}
    </s-app-nav>
  );
}

/** Until the server has answered, what this browser knows counts; a store that it does not know is taken to be new. */
function useIsSettingUp(): boolean {
  const [isOver] = useState(isKnownToBeOver);
  // Pages that show the overview keep it fresh.
  const overview = useRemote({...overviewQuestion, waitMs: () => null, isOff: isOver}).value;
  useEffect(() => {
    if (overview !== null) rememberSetUp(overview);
  }, [overview]);
  return overview === null ? !isOver : !isFilled(overview);
}

/** The element's types lack this attribute. With it the app's name links to this address, and the menu leaves the link out. */
const home = {rel: 'home'};

/**
 * https://shopify.dev/docs/api/app-home/using-polaris-components: links announce their target, and the app's router navigates
 * there.
 */
function useAnnouncedLinks(): void {
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
