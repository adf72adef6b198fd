// A walk leaves memory behind that the engine keeps as long as the machine has room: with a hundred thousand articles more than
// the walk ever needs at once. A worker shares its machine with others, so it gives back now and then what it no longer uses.

/** Does nothing where collecting by hand is not allowed; `npm run worker` allows it (`--expose-gc`). */
export async function giveBackMemory(): Promise<void> {
  await globalThis.gc?.({type: 'major', execution: 'async'});
}
