import { createHash } from 'node:crypto'
import { fontFace, fontPath, pageColors } from '@crossdock/backend/branding'
import type { Brand } from '@crossdock/backend/tenants'

/** Sizes as in the console. Fits phones. */
const rules = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:14px/1.5 Geist,ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-feature-settings:'tnum','cv11';-webkit-font-smoothing:antialiased}
h1,h2,p,ul,table,pre{margin:0;padding:0}
a{color:inherit}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.wrap{width:min(912px,100% - 48px);margin:0 auto}
.narrow .wrap{width:min(520px,100% - 48px)}
.top{background:var(--card);border-bottom:1px solid var(--line)}
.top .wrap{display:flex;align-items:center;gap:12px;min-height:72px}
.who{display:flex;align-items:center;gap:12px;min-width:0;font-size:16px;font-weight:600;letter-spacing:-.01em;overflow-wrap:anywhere}
.who img{height:34px;max-width:128px;border-radius:8px}
.who .sign{flex:none;width:34px;height:34px}
.sign rect{fill:var(--main)}
.sign path{fill:none;stroke:var(--on-main);stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.by{margin-left:auto;color:var(--soft);font-size:13px;text-align:right}
.bar{display:none}
.soft,.foot,.way{color:var(--soft);font-size:13px}
.wrong{color:var(--wrong)}
.way{margin:20px 0 -12px;overflow-wrap:anywhere}
.way a{text-decoration:none}
.way a:hover,.name a:hover{text-decoration:underline;text-underline-offset:3px}
.title{display:flex;align-items:flex-start;gap:16px;margin:32px 0 20px}
.title>div{min-width:0;flex:1}
h1{font-size:24px;font-weight:600;line-height:1.25;letter-spacing:-.025em;overflow-wrap:anywhere}
.title .soft{margin-top:4px;font-size:14px}
.button{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:36px;padding:0 14px;border:0;border-radius:8px;background:var(--main);color:var(--on-main);font:inherit;font-weight:500;text-decoration:none;white-space:nowrap;cursor:pointer;transition:opacity .12s}
.button:hover{opacity:.88}
.plain{background:var(--card);border:1px solid var(--edge);color:var(--text)}
.plain:hover{background:var(--hover);opacity:1}
svg.icon{flex:none;width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.tile{flex:none;display:grid;place-items:center;width:28px;height:28px;border:1px solid var(--line);border-radius:8px;background:var(--inset);color:var(--soft)}
.card{overflow:hidden;background:var(--card);border:1px solid var(--line);border-radius:12px;margin:0 0 20px}
.pad{padding:24px}
.pad h1{margin-bottom:8px;font-size:20px}
.pad>*+*{margin-top:14px}
.note{display:flex;gap:12px;padding:12px 16px;overflow-wrap:anywhere}
.words{white-space:pre-line}
.note .soft{margin-top:2px}
.face{flex:none;display:grid;place-items:center;width:28px;height:28px;border-radius:50%;background:var(--chosen);font-size:11px;font-weight:600}
.tools{display:flex;align-items:center;gap:12px;margin:0 0 12px}
.find{position:relative;flex:1;max-width:300px}
.find .icon{position:absolute;left:11px;top:10px;color:var(--soft)}
.find input{padding-left:34px;margin:0}
.tools nav{display:flex;gap:2px;margin-left:auto}
.tools nav a{display:inline-flex;align-items:center;min-height:32px;padding:0 10px;border-radius:8px;color:var(--soft);font-size:13px;font-weight:500;text-decoration:none}
.tools nav a:hover{background:var(--hover)}
.tools nav [aria-current]{background:var(--chosen);color:var(--text)}
label{display:block;margin:0 0 6px;font-size:13px;font-weight:500}
input,textarea{display:block;width:100%;height:36px;padding:0 12px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:var(--text);font:inherit}
textarea{height:auto;padding:8px 12px;margin:0 0 12px;resize:vertical}
input:focus,textarea:focus{outline:0;border-color:var(--accent);box-shadow:0 0 0 3px color-mix(in srgb,var(--accent) 20%,transparent)}
::placeholder{color:var(--soft);opacity:1}
input[type=file]{height:auto;margin:0 0 16px;padding:36px 16px;border-style:dashed;background:var(--inset);text-align:center;cursor:pointer}
input::file-selector-button{margin:0 12px 0 0;padding:7px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:inherit;font:inherit;font-weight:500;cursor:pointer}
form .button{margin-top:14px}
.uploads{margin-top:8px;list-style:none;outline:0}
.uploads li{display:grid;grid-template-columns:1fr auto;align-items:center;gap:4px 12px;padding:10px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.uploads .called{font-weight:500}
.uploads .state{grid-column:1;color:var(--soft);font-size:13px}
.uploads .wrong{color:var(--wrong)}
.uploads .button{grid-column:2;grid-row:1/3;min-height:32px;margin:0}
.uploads [hidden]{display:none}
progress{grid-column:1/3;display:block;width:100%;height:4px;border:0;border-radius:2px;background:var(--chosen);overflow:hidden;appearance:none}
progress::-webkit-progress-bar{background:var(--chosen)}
progress::-webkit-progress-value{background:var(--main)}
progress::-moz-progress-bar{background:var(--main)}
table{width:100%;border-collapse:collapse;table-layout:fixed}
th{height:36px;padding:0 8px;color:var(--soft);font-size:13px;font-weight:500;text-align:left}
td{height:44px;padding:4px 8px;border-top:1px solid var(--line);color:var(--soft);font-size:13px}
td:first-child,th:first-child{padding-left:16px}
td:last-child,th:last-child{width:60px;padding-right:12px;text-align:right}
tbody tr:hover{background:var(--hover)}
.kind{width:112px}
.size{width:96px;text-align:right}
.when{width:150px;padding-left:32px}
.name{display:flex;align-items:center;gap:12px;min-width:0}
.name a{overflow:hidden;text-overflow:ellipsis;color:var(--text);font-size:14px;font-weight:500;text-decoration:none}
.name .soft{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.name>span:last-child{min-width:0;overflow-wrap:anywhere}
.small{display:none!important}
.act{display:inline-grid;place-items:center;width:32px;height:32px;border-radius:8px;color:var(--soft)}
.act:hover{background:var(--chosen);color:var(--text)}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(160px,1fr));gap:12px;margin:0 0 20px;list-style:none}
.tiles li{position:relative;overflow:hidden;border:1px solid var(--line);border-radius:12px;background:var(--card)}
.tiles li:hover{background:var(--hover)}
.tiles .face,.tiles .tile,.cover{width:100%;height:112px;border:0;border-bottom:1px solid var(--line);border-radius:0}
.cover{display:block;object-fit:cover;background:var(--inset)}
.tiles .tile svg{width:26px;height:26px}
.tiles p{padding:10px 12px}
.tiles a{font-weight:500;text-decoration:none;overflow-wrap:anywhere}
.tiles a::after{content:'';position:absolute;inset:0}
.end{display:flex;flex-wrap:wrap;gap:8px 24px;justify-content:space-between;padding:12px 16px;border-top:1px solid var(--line);color:var(--soft);font-size:13px}
.end:first-child{border-top:0}
.pages{display:flex;gap:16px}
.none{padding:40px 16px;text-align:center;color:var(--soft)}
.shown{display:block;max-width:100%;margin:0 auto}
pre{max-height:70vh;padding:16px;overflow:auto;font:12.5px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.report{width:100%}
.report summary{width:fit-content;cursor:pointer;text-decoration:underline;text-underline-offset:3px}
.report form{max-width:520px;margin-top:12px}
.report form p{margin-bottom:12px}
.foot{display:flex;flex-wrap:wrap;gap:8px 24px;justify-content:space-between;padding:0 0 48px}
@media (max-width:640px){
.wrap,.narrow .wrap{width:calc(100% - 32px)}
.top .wrap{min-height:60px}
.who img,.who .sign{height:30px}
.who .sign{width:30px}
.top .by,.kind,.size,.when,thead,.note .face{display:none}
.small{display:block!important}
.title{margin:24px 0 16px}
.title>.button{position:fixed;z-index:1;left:16px;right:16px;bottom:12px;min-height:44px}
.bar{display:block;position:fixed;left:0;right:0;bottom:0;height:69px;border-top:1px solid var(--line);background:var(--card)}
.has-bar{padding-bottom:80px}
.tools{flex-wrap:wrap}
.find{flex:1 0 100%;max-width:none}
.find input{height:42px}
.find .icon{top:13px}
.tools nav{margin-left:0}
.tools nav a{min-height:40px}
td{height:60px}
td:first-child{padding-left:14px}
tbody tr:first-child td{border-top:0}
.act{width:44px;height:44px}
.pad{padding:18px}
input{height:42px;font-size:16px}
form .button{width:100%;min-height:44px}
}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
`

/**
 * The style of a page, and a policy that allows only this style and forms to this site. Only the upload page
 * may load a script of this server.
 */
export function styleOf(brand: Brand, hasScript: boolean): { style: string; policy: string } {
  const { light, dark } = pageColors(brand)
  const style = `${fontFace(fontPath())}:root{color-scheme:light dark;${light}}@media (prefers-color-scheme:dark){:root{${dark}}}${rules}`
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return { style, policy: policy.join('; ') }
}
