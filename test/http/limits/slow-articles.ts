import type {KyselyPlugin} from 'kysely';

/** Answers about articles come when the test says so; all other queries are as they are. */
export function slowArticles() {
  const ids = new WeakSet<object>();
  let held = 0;
  let atMost = Number.POSITIVE_INFINITY;
  let open = Promise.resolve();
  let release = () => {};
  const plugin: KyselyPlugin = {
    transformQuery({node, queryId}) {
      if (JSON.stringify(node).includes('articles')) ids.add(queryId);
      return node;
    },
    async transformResult({result, queryId}) {
      if (ids.has(queryId)) {
        held += 1;
        if (held <= atMost) await open;
      }
      return result;
    },
  };
  return {
    plugin,
    held: () => held,
    /** More than `most` are counted and answered at once. */
    hold(most = Number.POSITIVE_INFINITY) {
      held = 0;
      atMost = most;
      open = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
}
