import { fontFace, pageColors } from '@crossdock/backend/branding'
import type { Brand } from '@crossdock/backend/tenants'

const rules = `
*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 Geist,ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-feature-settings:'tnum','cv11';-webkit-font-smoothing:antialiased}
h1,h2,h3,p,ul,dl,dd,figure{margin:0;padding:0}
ul{list-style:none}
a{color:inherit}
[id]{scroll-margin-top:24px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.wrap{width:min(1056px,100% - 64px);margin:0 auto}
.soft{color:var(--soft)}
.icon{flex:none;width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.tile{flex:none;display:grid;place-items:center;width:38px;height:38px;border:1px solid var(--line);border-radius:8px;background:var(--inset);color:var(--soft)}
.skip{position:absolute;left:-9999px}
.skip:focus{left:16px;top:16px;z-index:1;padding:8px 12px;background:var(--card)}
.button{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:44px;padding:0 20px;border:1px solid var(--edge);border-radius:10px;background:var(--card);color:var(--text);font:inherit;font-weight:500;text-decoration:none;cursor:pointer;transition:background-color .12s}
.button:hover{background:var(--hover)}
.small{min-height:36px;padding:0 14px;font-size:14px;border-radius:8px}
.primary{border-color:var(--main);background:var(--main);color:var(--on-main)}
.primary:hover{background:var(--main);opacity:.88}
.brand{display:flex;align-items:center;gap:10px;font-weight:600;letter-spacing:-.015em;text-decoration:none;overflow-wrap:anywhere}
.sign{flex:none;width:28px;height:28px}
.sign rect{fill:var(--main)}
.sign path{fill:none;stroke:var(--on-main);stroke-width:2.4;stroke-linecap:round;stroke-linejoin:round}
.brand img{height:28px;max-width:112px;border-radius:6px;background:#fff}
.head{display:flex;align-items:center;gap:40px;min-height:72px}
.head .brand{font-size:17px}
.links{display:flex;align-items:center;gap:28px;font-size:14px}
.links a:not(.button){color:var(--soft);text-decoration:none;font-weight:500}
.links a:not(.button):hover{color:var(--text)}
.end{margin-left:auto}
.more{display:none;position:relative}
.more summary{display:grid;place-items:center;width:40px;height:40px;border-radius:8px;list-style:none;cursor:pointer}
.more summary::-webkit-details-marker{display:none}
.more summary .icon{width:20px;height:20px}
.more ul{position:absolute;right:0;top:44px;z-index:1;min-width:200px;padding:6px;border:1px solid var(--line);border-radius:12px;background:var(--card);box-shadow:var(--shadow)}
.more li a{display:block;padding:10px 12px;border-radius:8px;text-decoration:none}
.more li a:hover{background:var(--hover)}
h1{font-weight:600;letter-spacing:-.035em;line-height:1.06;overflow-wrap:anywhere;text-wrap:balance}
h2{font-weight:600;letter-spacing:-.03em;line-height:1.15;text-wrap:balance}
h3{font-size:18px;font-weight:600;letter-spacing:-.015em;line-height:1.35}
.hero{padding:64px 0 0;text-align:center}
.hero h1{max-width:700px;margin:0 auto;font-size:56px}
.hero .lead{max-width:620px;margin:24px auto 0;font-size:19px;line-height:1.5;color:var(--soft)}
.actions{display:flex;flex-wrap:wrap;gap:10px;justify-content:center;margin-top:28px}
.shot{width:min(1184px,100% - 64px);margin:56px auto 0;overflow:hidden;border:1px solid var(--line);border-radius:14px;background:var(--card);box-shadow:var(--shadow)}
.shot img{display:block;width:100%;height:auto}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:1px;margin-top:56px;border:1px solid var(--line);border-radius:16px;background:var(--line);overflow:hidden}
.figures div{display:flex;flex-direction:column-reverse;justify-content:flex-end;gap:2px;padding:20px 24px;background:var(--card)}
.figures dd{font-size:22px;white-space:nowrap;font-weight:600;letter-spacing:-.025em;line-height:1.25}
.figures dt{font-size:14px;color:var(--soft)}
.solutions{padding:104px 0 0}
.solutions h2{max-width:440px;font-size:36px}
.features{display:grid;grid-template-columns:1fr 1fr;gap:20px;margin-top:48px}
.features li{display:flex;flex-direction:column;overflow:hidden;border:1px solid var(--line);border-radius:16px;background:var(--card)}
.drawing{display:grid;place-items:center;min-height:217px;padding:24px;border-bottom:1px solid var(--line);background:var(--inset);font-size:13px;line-height:1.4}
.features h3{padding:24px 26px 0}
.features p{padding:4px 26px 26px;color:var(--soft)}
.box{border:1px solid var(--line);border-radius:10px;background:var(--card)}
.rows{width:100%;max-width:400px}
.rows>span{display:flex;align-items:center;gap:10px;padding:9px 14px}
.rows>span+span{border-top:1px solid var(--line)}
.rows b{font-weight:500}
.rows .last{margin-left:auto;display:flex;align-items:center;gap:6px;white-space:nowrap}
.good{display:flex;color:var(--good)}
.rows>span>.icon{color:var(--soft)}
.bar{margin-left:auto;line-height:0;border-radius:2px;background:var(--line)}
.bar rect{fill:var(--accent)}
.chain{display:grid;justify-items:center}
.chain .box{display:flex;align-items:center;gap:12px;width:230px;padding:7px 10px;font-weight:500}
.chain .tile{width:28px;height:28px;border-radius:7px}
.chain i{width:2px;height:16px;background:var(--edge)}
.houses{display:grid;grid-template-columns:repeat(3,1fr);gap:12px;width:100%;max-width:432px}
.houses .box{display:grid;align-content:space-between;gap:8px;padding:14px;font-weight:500}
.houses i{display:grid;place-items:center;width:26px;height:26px;border-radius:7px;font-style:normal;font-size:12px}
.houses em{padding:3px 0;border-radius:6px;text-align:center;font-style:normal}
.sea i,.sea em{background:#0f766e;color:#fff}
.clay i,.clay em{background:#7c3a12;color:#fff}
.plum i,.plum em{background:#3f3d8f;color:#fff}
.call{margin:96px auto;padding:64px 32px;border:1px solid var(--line);border-radius:20px;background:var(--card);text-align:center}
.call h2{font-size:36px}
.call p{margin-top:10px;font-size:16px;color:var(--soft)}
.foot{border-top:1px solid var(--line);padding:44px 0 72px;font-size:14px}
.foot .wrap{display:grid;grid-template-columns:1fr 180px 180px;gap:32px}
.foot p{margin-top:12px;color:var(--soft);font-size:13px}
.foot h2{margin-bottom:14px;font-size:14px;letter-spacing:0}
.foot li{margin-top:10px}
.foot li a{color:var(--soft);text-decoration:none}
.foot li a:hover{color:var(--text);text-decoration:underline;text-underline-offset:3px}
.talk{display:grid;grid-template-columns:1fr 440px;gap:72px;padding-top:56px;align-items:start}
.talk h1{font-size:40px;line-height:1.08}
.talk .lead{margin-top:16px;font-size:17px;line-height:1.5;color:var(--soft)}
.able{margin-top:32px;border-top:1px solid var(--line)}
.able li{display:flex;gap:16px;padding:18px 0}
.able li+li{border-top:1px solid var(--line)}
.able h2{font-size:15px;letter-spacing:-.01em;line-height:1.5}
.able p{color:var(--soft);font-size:14px}
.panel{padding:28px;border:1px solid var(--line);border-radius:16px;background:var(--card)}
.panel h2{font-size:20px;letter-spacing:-.02em}
.panel>.soft{margin-top:6px;font-size:14px}
form label{display:block;margin:18px 0 6px;font-size:13px;font-weight:500}
input,textarea{display:block;width:100%;padding:8px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:var(--text);font:inherit;font-size:14px}
input{height:36px}
textarea{resize:vertical}
::placeholder{color:var(--soft);opacity:1}
input:focus,textarea:focus{outline:0;border-color:var(--accent);box-shadow:0 0 0 3px color-mix(in srgb,var(--accent) 20%,transparent)}
[aria-invalid=true]{border-color:var(--wrong)}
.wrong{margin-top:6px;font-size:13px;color:var(--wrong)}
.notice{display:flex;gap:10px;margin-top:18px;padding:12px 14px;border-radius:10px;font-size:14px}
.notice .icon{margin-top:3px}
.notice.bad{background:var(--wrong-bg);color:var(--wrong)}
.notice.well{background:var(--good-bg);color:var(--good)}
form .button{width:100%;margin-top:18px}
form .soft{margin-top:16px;font-size:13px}
.price{display:grid;grid-template-columns:1fr 1fr;gap:64px;margin:104px 0 96px;padding:52px;border:1px solid var(--line);border-radius:20px;background:var(--card)}
.price h2{font-size:32px}
.price p{margin:10px 0 20px;font-size:16px;color:var(--soft)}
.price h3{font-size:14px;padding-bottom:12px;letter-spacing:0}
.price dl div{display:flex;justify-content:space-between;gap:16px;padding:11px 0;border-top:1px solid var(--line);font-size:14px}
.price dd{color:var(--soft)}
@media (max-width:820px){
.wrap{width:min(1056px,100% - 40px)}
.head{min-height:60px;gap:12px}
.head .brand{font-size:16px}
.links{display:none}
.more{display:block}
.head .ask{margin-left:auto}
.hero{padding-top:40px}
.hero h1{font-size:37px}
.hero .lead{font-size:17px;margin-top:16px}
.shot{width:auto;margin:40px 0 0 20px;border-right:0;border-radius:14px 0 0 14px}
.shot img{width:756px;max-width:none}
.figures{grid-template-columns:1fr 1fr;margin-top:40px}
.figures div{padding:16px}
.solutions{padding-top:72px}
.solutions h2,.call h2{font-size:28px}
.features{grid-template-columns:1fr;margin-top:32px;gap:16px}
.drawing{min-height:176px;padding:16px}
.rows .file{display:none}
.houses{gap:8px;font-size:12px}
.houses .box{padding:10px}
.call{margin:56px auto;padding:40px 24px}
.foot .wrap{grid-template-columns:1fr 1fr}
.foot .wrap>div:first-child{grid-column:1/-1}
.foot li{margin-top:4px}
.foot li a{display:inline-block;padding:4px 0}
.talk{grid-template-columns:1fr;gap:40px;padding-top:28px}
.talk h1{font-size:34px}
.panel{padding:22px}
input{height:42px}
.price{grid-template-columns:1fr;gap:24px;margin:56px 0;padding:24px}
.price h2{font-size:28px}
}
@media (min-width:821px){.head>.ask{display:none}}
`

/** The style of all pages, in the operator's colors, which have enough contrast (`colorsOf`). */
export function styleOf(brand: Brand, font: string | null): string {
  const { light, dark } = pageColors(brand)
  return `${fontFace(font)}:root{color-scheme:light dark;${light}}@media (prefers-color-scheme:dark){:root{${dark}}}
:root[data-theme=light]{color-scheme:light;${light}}:root[data-theme=dark]{color-scheme:dark;${dark}}${rules}`
}
