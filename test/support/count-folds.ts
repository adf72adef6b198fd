// Settings whose template counts how often each of its maps is walked through, key by key.
import type {Settings} from '#domain/settings/settings.ts';

export function countFolds(settings: Settings, keys = 2_000) {
  const folds = {vendors: 0, types: 0, weights: 0};
  const watched = <T>(name: keyof typeof folds, value: T): Record<string, T> =>
    new Proxy(Object.fromEntries(Array.from({length: keys}, (_, at) => [`Key ${at}`, value])), {
      ownKeys(map) {
        folds[name] += 1;
        return Reflect.ownKeys(map);
      },
    });
  const template = {
    ...settings.template,
    vendors: watched('vendors', 'A vendor'),
    types: watched('types', 'A type'),
    weights: watched('weights', 100),
  };
  return {settings: {...settings, template}, folds: () => ({...folds})};
}
