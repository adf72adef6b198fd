// What differs from page to page: the scripts that it loads after its first one, so that the browser fetches them at the same time, and what
// it shows before they have run. Written by the build (web/vite.config.ts) from the table of pages.
import {readFileSync} from 'node:fs';
import {z} from 'zod';

const PageParts = z.object({
  /** Shows the outline. */
  outlineScript: z.string(),
  pages: z.array(
    z.object({
      /** Of the page's address; `:name` stands for any word, `*` for any address. */
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
  const known = parts?.pages.filter(({path}) => path !== '*').map((page) => ({...page, address: toPattern(page.path)}));
  return (path) => {
    const {scripts = [], outline = ''} = known?.find(({address}) => address.test(path)) ?? {};
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

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path === '/' ? '' : path.replaceAll(/:[a-zA-Z]+/g, '[^/]+')}/?$`);
