import {useEffect, useLayoutEffect} from 'react';
import {useLocation, useNavigate} from 'react-router';
import {keepFrameParameters} from './frame-address.ts';

/** The app's menu, drawn by the admin beside the frame, and the way every link inside the app is followed. */
export function AppNavigation() {
  useAnnouncedLinks();
  const location = useLocation();
  useLayoutEffect(keepFrameParameters, [location]);
  return (
    <s-app-nav>
      <s-link href="/" {...home}>
        Home
      </s-link>
      <s-link href="/orders">Orders</s-link>
      <s-link href="/runs">Runs</s-link>
      <s-link href="/settings">Settings</s-link>
      <s-link href="/settings/connection">Connection</s-link>
    </s-app-nav>
  );
}

/** The types of the element do not know it: the app's name leads here, and the menu leaves it out. */
const home = {rel: 'home'};

/** Asks first where something is not saved; waits for ever for a merchant who stays. */
const leave = async (): Promise<void> => shopify.saveBar.leaveConfirmation();

/** https://shopify.dev/docs/api/app-home/using-polaris-components: links announce where they lead, the app's router goes there. */
function useAnnouncedLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = ({target}: Event) => {
      const href = target instanceof Element ? target.getAttribute('href') : null;
      if (href !== null) void leave().then(() => navigate(href));
    };
    document.addEventListener('shopify:navigate', follow);
    return () => document.removeEventListener('shopify:navigate', follow);
  }, [navigate]);
}
