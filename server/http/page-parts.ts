// What differs from page to page: the scripts that it loads after its first one, so that the browser fetches them at the same time, and what
// it shows before they have run. Written by the build (web/vite.config.ts) from the table of pages.
import {readFileSync} from 'node:fs';
import {z} from 'zod';

const PageParts = z.object({
  /** Shows the outline. */
  outlineScript: z.string(),
  pages: z.array(
    z.object({
      /** Of the page's address; `:id` stands for any word, and `*` for any address, for which nothing is known. */
      path: z.string(),
      scripts: z.array(z.string()),
      /** HTML; empty: none. */
      outline: z.string(),
    }),
  ),
});
export type PageParts = z.infer<typeof PageParts>;

/** For the path of an address. */
export type PagePartsAt = (path: string) => {readonly scripts: readonly string[]; readonly outline: string};

/** @param dist the folder of the build. Without the file, pages load their scripts one after the other and begin empty. */
export function readPageParts(dist: string): PagePartsAt {
  const parts = readParts(dist);
  return (path) => {
    const {scripts = [], outline = ''} = parts?.pages.find((page) => isAt(page.path, path)) ?? {};
    const shown = `<template id="outline">${outline}</template><script src="${parts?.outlineScript}"></script>`;
    return {scripts, outline: outline === '' ? '' : shown};
  };
}

function readParts(dist: string): PageParts | null {
  try {
    return PageParts.parse(JSON.parse(readFileSync(`${dist}/page-parts.json`, 'utf8')));
  } catch {
    return null;
  }
}

/** Compares part by part: a name with a colon stands for anything. */
function isAt(path: string, address: string): boolean {
  const wanted = path.split('/');
  const words = address.length > 1 && address.endsWith('/') ? address.slice(0, -1).split('/') : address.split('/');
  return (
    wanted.length === words.length &&
    wanted.every((word, at) => (word.startsWith(':') ? words[at] !== '' : word === words[at]))
  );
}
