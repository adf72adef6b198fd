// The look of the supplier's pages for people, at every width.

const style = `
*{box-sizing:border-box}
body{margin:0;font:450 15px/1.5 Inter,system-ui,sans-serif;color:#26302c;background:#f4f3ef}
header{display:flex;flex-wrap:wrap;gap:6px 20px;align-items:center;padding:12px max(16px,calc(50vw - 520px));color:#fff;background:#1f3a34}
header strong{font-size:17px}
header a{display:inline-block;padding:10px 4px;color:#fff}
header .tag{margin-left:auto}
main{max-width:1072px;margin:0 auto;padding:20px 16px 64px}
h1{margin:8px 0 16px;font-size:24px;line-height:30px}
h2{margin:0 0 8px;font-size:16px}
a{color:#0b5a48}
.tag{padding:2px 8px;border-radius:8px;font-size:12px;background:#ffe6c2;color:#5e4200}
.card{margin:0 0 16px;padding:16px;border-radius:12px;background:#fff;box-shadow:0 0 0 1px #2632}
.good{background:#e2f5ea}.bad{background:#fde7e4}
.sides{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:16px;align-items:start}
.orders{margin:0;padding:0;list-style:none}
.orders>li{display:grid;grid-template-columns:64px minmax(0,1fr) auto;gap:4px 16px;align-items:start}
.orders>li>*{min-width:0;overflow-wrap:anywhere}
.keys{display:grid;gap:12px;margin:0;padding:0;list-style:none}
.end{text-align:right}
img{display:block;width:64px;aspect-ratio:4/5;object-fit:cover;border-radius:8px;background:#e8e6df}
img.large{width:min(220px,100%)}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 16px;margin:12px 0}
dt{color:#5b655f}dd{margin:0;overflow-wrap:anywhere}
.muted{color:#5b655f}
.state{padding:2px 8px;border-radius:8px;font-size:13px;background:#e6e6e2;white-space:nowrap}
.state.awaiting_payment{background:#ffe6c2;color:#5e4200}.state.paid{background:#cdeedb;color:#0c4a33}
label{display:block;margin:0 0 12px}
input,select{display:block;width:100%;min-height:44px;padding:8px 12px;border:1px solid #8a8f8a;border-radius:8px;font:inherit;background:#fff}
input[readonly]{font-family:ui-monospace,monospace;font-size:13px}
button{min-height:44px;padding:8px 16px;border:1px solid #8a8f8a;border-radius:8px;font:inherit;color:inherit;background:#fff;cursor:pointer}
button.main{border-color:#1f3a34;color:#fff;background:#1f3a34}
form{margin:0}.row{display:flex;flex-wrap:wrap;gap:12px;align-items:center}
:focus-visible{outline:2px solid #0b5a48;outline-offset:2px}
@media(max-width:700px){.sides{grid-template-columns:minmax(0,1fr)}.orders>li{grid-template-columns:64px minmax(0,1fr)}.orders>li>.end{grid-column:1/3;text-align:left}header .tag{margin-left:0}}
`.replaceAll('\n', '');

/** `body` is HTML; everything in it that came from outside has to be escaped already. */
export function page(title: string, body: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)} · The supplier</title><link rel="icon" href="data:,"><style>${style}</style>`;
  const links = '<a href="/">Orders</a><a href="/keys">Keys</a>';
  const top = `<header><strong>The supplier</strong>${links}<span class="tag">Sandbox: an offline stand-in, not the supplier</span></header>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>${top}<main><h1>${escaped(title)}</h1>${body}</main></body></html>`;
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

/** A list of names and values; what is empty is left out. */
export function facts(pairs: readonly (readonly [name: string, value: string])[]): string {
  const shown = pairs.filter(([, value]) => value !== '');
  return `<dl>${shown.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;
}

/** The first picture of an article; nothing where it has none. */
export function picture(images: readonly string[] = [], name = '', large = false): string {
  const [src] = images;
  if (src === undefined) return '<span></span>';
  return `<img${large ? ' class="large"' : ''} src="${escaped(src)}" alt="${escaped(name)}">`;
}
