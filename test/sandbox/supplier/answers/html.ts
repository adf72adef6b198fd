export function page(title: string, body: string): string {
  const style =
    'body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto}th{text-align:left;padding-right:2rem}label{display:block}';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style><h1>${escaped(title)}</h1>${body}</html>`;
}

export function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

export function euros(cents: number): string {
  return `€ ${(cents / 100).toFixed(2)}`;
}
