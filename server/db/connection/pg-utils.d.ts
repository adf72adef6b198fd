// The conversion of parameters in `pg`, which its published types leave out
// (https://github.com/brianc/node-postgres/blob/master/packages/pg/lib/utils.js).
declare module 'pg/lib/utils.js' {
  const utils: {
    /**
     * A value as a statement carries it: null and undefined are null, bytes stay, an array is a Postgres array, a Date has its time zone,
     * any other object is JSON. Undefined where an object's `toJSON` gives nothing.
     */
    readonly prepareValue: (value: unknown) => string | Buffer | null | undefined;
  };
  export default utils;
}
