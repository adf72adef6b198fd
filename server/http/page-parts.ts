// What the server adds to the HTML of each page: preload links for the page's scripts, and an outline to show before they have run. The
// build (web/vite.config.ts) writes both from the table of pages.
import {readFileSync} from 'node:fs';
import {z} from 'zod';

const PageParts = z.object({
  /** Address of the script that shows the outline. */
  outlineScript: z.string(),
  pages: z.array(
    z.object({
      /** Path of the page; a segment such as `:id` matches any non-empty segment. The path `*` (no such page) matches no address here. */
      path: z.string(),
      scripts: z.array(z.string()),
      /** HTML of the outline; empty if the page has none. */
      outline: z.string(),
    }),
  ),
});
export type PageParts = z.infer<typeof PageParts>;

/** Finds the scripts and the outline of the page at a path. */
export type PagePartsAt = (path: string) => {readonly scripts: readonly string[]; readonly outline: string};

/**
 * Reads the parts that the build wrote. Without that file, pages load their scripts one after the other and begin empty.
 * @param dist the folder of the build.
 */
export function readPageParts(dist: string): PagePartsAt {
  const parts = readPartsFile(dist);
  return (path) => {
    const {scripts = [], outline = ''} = parts?.pages.find((page) => matchesPath(page.path, path)) ?? {};
    const shown = `<template id="outline">${outline}</template><script src="${parts?.outlineScript}"></script>`;
    return {scripts, outline: outline === '' ? '' : shown};
  };
}

/** The parts that the build wrote; null: the file is missing or cannot be read. */
function readPartsFile(dist: string): PageParts | null {
  try {
    return PageParts.parse(JSON.parse(readFileSync(`${dist}/page-parts.json`, 'utf8')));
  } catch {
    return null;
  }
}

/** Whether the address matches the path, segment by segment; a segment that begins with a colon matches any non-empty one. */
function matchesPath(path: string, address: string): boolean {
  const wanted = path.split('/');
  const words = address.length > 1 && address.endsWith('/') ? address.slice(0, -1).split('/') : address.split('/');
  return (
    wanted.length === words.length &&
    wanted.every((word, at) => (word.startsWith(':') ? words[at] !== '' : word === words[at]))
  );
}
