// What the page at an address shows before its script has run: its title, headings and fixed sentences, as HTML from the build.
import {readFileSync} from 'node:fs';
import {z} from 'zod';

/** Written by web/vite.config.ts: the HTML by the path of its page, and the script that shows it. */
const Outlines = z.object({script: z.string(), pages: z.record(z.string(), z.string())});

/** Given a path, returns the HTML to insert after the element that the app is drawn into; empty if the page has no outline. */
type OutlineAt = (path: string) => string;

/** @param dist the folder of the build. Without the file pages begin empty. */
export function readPageOutlines(dist: string): OutlineAt {
  const outlines = readOutlines(dist);
  if (outlines === null) return () => '';
  const pages = new Map(Object.entries(outlines.pages));
  return (path) => {
    const html = pages.get(path === '/' ? path : path.replace(/\/$/, ''));
    return html === undefined
      ? ''
      : `<template id="outline">${html}</template><script src="${outlines.script}"></script>`;
  };
}

function readOutlines(dist: string): z.infer<typeof Outlines> | null {
  try {
    return Outlines.parse(JSON.parse(readFileSync(`${dist}/outlines.json`, 'utf8')));
  } catch {
    return null;
  }
}
