import type {Router} from 'express';

export type Route = {readonly method: string; readonly path: string};

/** Method and path of every route below /api, walked out of Express's own table. The router before it only checks rights. */
export function routesOf(router: Router): Route[] {
  return router.stack
    .filter((layer) => layer.name === 'router' && isMountedAtApi(layer))
    .slice(-1)
    .flatMap((layer) => inside(layer.handle));
}

/** A router mounted at the root matches any path. */
function isMountedAtApi(layer: Router['stack'][number]): boolean {
  const matches = (path: string): boolean => Boolean(Reflect.apply(Reflect.get(layer, 'match'), layer, [path]));
  return matches('/api/x') && !matches('/elsewhere');
}

function inside(handle: unknown): Route[] {
  const stack = (handle as Router).stack ?? [];
  return stack.flatMap((layer) => {
    const {route} = layer;
    if (route === undefined) return inside(layer.handle);
    return route.stack.map(({method}) => ({method: method.toUpperCase(), path: route.path}));
  });
}
