import { createHash } from 'node:crypto'

/** Light and dark as the browser is, and down to the width of a phone. */
export const style = `
:root{color-scheme:light dark;--back:#f4f4f5;--card:#fff;--line:#e4e4e7;--text:#18181b;--soft:#5b5b64;--main:#18181b;--on-main:#fff;--wrong:#b3261e}
@media (prefers-color-scheme:dark){:root{--back:#101012;--card:#18181b;--line:#34343a;--text:#f4f4f5;--soft:#a9a9b3;--main:#f4f4f5;--on-main:#18181b;--wrong:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{max-width:720px;margin:0 auto;padding:32px 16px}
header{margin:0 0 16px;font-weight:600;overflow-wrap:anywhere}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:24px}
h1{margin:0 0 8px;font-size:22px;line-height:1.3;overflow-wrap:anywhere}
p{margin:0 0 16px;overflow-wrap:anywhere}
.soft,footer{color:var(--soft);font-size:14px}
.wrong{color:var(--wrong)}
footer{margin-top:16px}
label{display:block;margin:0 0 6px;font-weight:600}
input{display:block;width:100%;margin:0 0 16px;padding:10px 12px;font:inherit;color:inherit;background:var(--back);border:1px solid var(--line);border-radius:8px}
button,.button{display:inline-block;padding:10px 18px;font:inherit;font-weight:600;text-decoration:none;color:var(--on-main);background:var(--main);border:0;border-radius:8px;cursor:pointer}
a{color:inherit}
:focus-visible{outline:3px solid #3b82f6;outline-offset:2px}
nav{margin:0 0 12px;font-size:14px;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse}
td,th{padding:10px 8px;border-top:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere}
th{border-top:0;font-size:14px;color:var(--soft);font-weight:600}
td.size,th.size{width:96px;text-align:right;white-space:nowrap;color:var(--soft)}
.pages{display:flex;gap:16px;margin:16px 0 0}
@media (max-width:480px){main{padding:16px 12px}.card{padding:16px}}
`

const hash = createHash('sha256').update(style).digest('base64')

/** Nothing runs and nothing is loaded; the one style is known by its hash, and forms go nowhere else. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
