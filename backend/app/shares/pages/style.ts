import { createHash } from 'node:crypto'

/** Light and dark as the browser is, and down to the width of a phone; colours, font and sizes of the console. */
export const style = `
:root{color-scheme:light dark;--back:#fafafa;--card:#fff;--inset:#f6f6f7;--hover:#f1f1f3;--line:#e7e7ea;--edge:#d9d9de;--text:#111113;--soft:#5b5b64;--main:#18181b;--main-hover:#2b2b30;--on-main:#fafafa;--accent:#2a55d4;--wrong:#b3231c}
@media (prefers-color-scheme:dark){:root{--back:#0a0a0b;--card:#111113;--inset:#17171a;--hover:#18181b;--line:#232327;--edge:#34343a;--text:#ededef;--soft:#a0a0ab;--main:#f4f4f5;--main-hover:#d9d9dc;--on-main:#111113;--accent:#8aa6ff;--wrong:#f87171}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:14px/1.5 'Geist Variable',Geist,ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-feature-settings:'tnum','cv11';-webkit-font-smoothing:antialiased}
main{max-width:640px;margin:0 auto;padding:48px 16px}
header,footer,.head,.name{display:flex;align-items:center;gap:10px}
header{margin:0 0 16px;font-weight:500;overflow-wrap:anywhere}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:24px}
h1{margin:0 0 8px;font-size:20px;font-weight:600;line-height:1.3;letter-spacing:-.02em;overflow-wrap:anywhere}
.head{margin:0 0 16px;gap:14px}
.head h1,.head p{margin:0}
.head>div{min-width:0}
h2{margin:16px 0 8px;font-size:14px;font-weight:600}
p{margin:0 0 16px;overflow-wrap:anywhere}
.card>:last-child{margin-bottom:0}
.soft,footer{color:var(--soft);font-size:13px}
.wrong{color:var(--wrong)}
footer{margin-top:16px;gap:8px}
.icon{flex:none;display:grid;place-items:center;width:32px;height:32px;border:1px solid var(--line);border-radius:8px;color:var(--soft);background:var(--inset)}
.icon svg{width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.head .icon{width:48px;height:48px;border-radius:10px}
.head .icon svg{width:22px;height:22px}
.sign{flex:none;width:24px;height:24px}
footer .sign{width:18px;height:18px}
.sign rect{fill:var(--main)}
.sign path{fill:none;stroke:var(--on-main);stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
label{display:block;margin:0 0 6px;font-size:13px;font-weight:500}
input{display:block;width:100%;margin:0 0 16px;padding:8px 12px;font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:8px}
input::file-selector-button{margin:0 10px 0 0;padding:4px 10px;font:inherit;font-weight:500;color:inherit;background:var(--inset);border:1px solid var(--edge);border-radius:6px;cursor:pointer}
button,.button{display:inline-block;padding:8px 16px;font:inherit;font-weight:500;text-decoration:none;color:var(--on-main);background:var(--main);border:0;border-radius:8px;cursor:pointer}
button:hover,.button:hover{background:var(--main-hover)}
a{color:inherit;text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
nav{margin:0 0 12px;font-size:13px;color:var(--soft);overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse}
td,th{padding:8px;border-top:1px solid var(--line);text-align:left;vertical-align:middle}
th{border-top:0;font-size:12px;color:var(--soft);font-weight:500}
tbody tr:hover{background:var(--hover)}
td:first-child,th:first-child{padding-left:0}
td.size,th.size{width:96px;padding-right:0;text-align:right;white-space:nowrap;color:var(--soft)}
.name a{font-weight:500;text-decoration:none;overflow-wrap:anywhere}
.name a:hover{text-decoration:underline}
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
