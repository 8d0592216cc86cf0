import { monoPath } from '@crossdock/backend/branding'

/** Additional style for pages of the reference. */
export function referenceStyle(): string {
  const font = monoPath()
  return font
    ? `@font-face{font-family:'Geist Mono';font-weight:100 900;font-display:swap;src:url(${font}) format('woff2')}${rules}`
    : rules
}

const rules = `
body{display:grid;grid-template:57px 1fr/256px minmax(0,1fr);grid-template-areas:"top top" "nav main";min-height:100vh}
:root{--mono:'Geist Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code,pre,kbd{font-family:var(--mono);font-size:.93em}
[id],[tabindex]{scroll-margin-top:80px}
[hidden]{display:none!important}
h1:focus{outline:0}
.top{grid-area:top;position:sticky;top:0;z-index:2;display:flex;align-items:center;gap:24px;padding:0 24px;border-bottom:1px solid var(--line);background:var(--page);font-size:13px}
.name{display:flex;align-items:center;gap:12px;width:232px;flex:none;margin-right:-24px}
.name .brand{font-size:15px;gap:14px}
.name .sign,.name img{width:26px;height:26px}
.version,.chips li{padding:2px 7px;border:1px solid var(--edge);border-radius:6px;color:var(--soft);font-size:12px;font-weight:500;line-height:1.5}
.search{position:relative;width:280px}
.search>.icon{position:absolute;left:11px;top:9px;color:var(--soft)}
.search input{height:34px;padding:0 34px;border-color:var(--edge);font-size:13px}
.search input::-webkit-search-cancel-button{display:none}
.search kbd{position:absolute;right:10px;top:7px;padding:0 6px;border:1px solid var(--edge);border-radius:5px;color:var(--soft);font-size:12px;line-height:18px}
.find{display:none}
.base{display:flex;align-items:center;gap:8px;margin-left:auto;min-width:0;color:var(--soft)}
.base code{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--text)}
.top .links{flex:none;gap:22px;font-size:13px}
.top .links a{color:var(--text)}
.copy{display:inline-flex;align-items:center;gap:8px;min-width:32px;min-height:32px;justify-content:center;padding:0 8px;border:0;border-radius:6px;background:none;color:var(--soft);font:inherit;font-size:13px;font-weight:500;cursor:pointer}
.copy:hover{background:var(--hover);color:var(--text)}
.copy .icon+.icon,.copy.done .icon:first-child{display:none}
.copy.done .icon+.icon{display:block}
.copy.named{color:var(--text)}
.sections{grid-area:nav;position:sticky;top:57px;align-self:start;height:calc(100vh - 57px);overflow-y:auto;padding:20px 12px;border-right:1px solid var(--line);scrollbar-width:thin}
.sections details+details{margin-top:5px}
.sections summary{display:flex;align-items:center;gap:12px;padding:4px 10px 4px 11px;border-radius:6px;color:var(--soft);font-size:14px;font-weight:500;line-height:20px;list-style:none;cursor:pointer}
.sections summary::-webkit-details-marker{display:none}
.sections summary:hover{color:var(--text)}
.sections summary .icon{width:14px;height:14px;transition:transform .12s}
.sections [open]>summary{color:var(--text);font-weight:600}
.sections [open]>summary .icon{transform:rotate(90deg)}
.sections .none{padding:5px 14px;font-size:13px}
.sections h2{margin:22px 10px 4px;color:var(--soft);font-size:12px;font-weight:500;letter-spacing:0}
.sections li a{display:flex;align-items:baseline;gap:8px;padding:5px 10px 5px 14px;border-radius:6px;color:var(--soft);font-size:13px;line-height:18px;text-decoration:none}
.sections li a span:last-child{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.sections h2+ul a{padding:5px 10px;font-size:14px;font-weight:500}
.sections details ul{margin:2px 0 6px}
.sections li a:hover{background:var(--hover);color:var(--text)}
.sections li a[aria-current]{background:var(--chosen);color:var(--text);font-weight:500}
.narrow{display:none}
.m{flex:none;width:44px;font:500 11px/18px var(--mono);text-decoration:none;color:var(--accent)}
.m.post{color:var(--good)}.m.put,.m.patch{color:var(--warn)}.m.delete{color:var(--wrong)}
main{grid-area:main;display:grid;grid-template-columns:minmax(0,1fr) 456px;align-content:start}
article{padding:32px 44px 96px;min-width:0}
article.wide{max-width:880px}
article>.soft{font-size:13px}
article>.soft a{text-decoration:none}
article h1{margin-top:6px;font-size:24px;letter-spacing:-.025em;line-height:1.2}
article h2,.try h2,.answer h2,dialog h2{font-size:15px;letter-spacing:-.01em}
article h2{margin:32px 0 12px}
article h2 small{margin-left:6px;color:var(--soft);font-weight:400;font-size:13px}
article h3{margin:20px 0 8px;font-size:13px}
.path{display:flex;align-items:center;gap:10px;min-height:40px;margin-top:16px;padding:3px 6px 3px 13px;border:1px solid var(--line);border-radius:8px;background:var(--inset)}
.path .m{width:auto;font-size:13px}
.path code{flex:1;min-width:0;font-size:13px;overflow-wrap:anywhere}
.prose,.lead{margin-top:18px}
.codes{margin-top:24px}
.prose p+p{margin-top:8px}
.chips{display:flex;flex-wrap:wrap;gap:8px;margin-top:14px}
.lines{border-top:1px solid var(--line)}
.lines li{padding:14px 0;border-bottom:1px solid var(--line);font-size:13px;color:var(--soft);overflow-wrap:anywhere}
.lines li>:not(.field){margin-top:3px}
.field{display:flex;flex-wrap:wrap;gap:8px;align-items:baseline}
.field code{color:var(--text);font-weight:500}
.field b{text-transform:lowercase;color:var(--warn);font-weight:400;font-size:12px}
.fold summary{padding:4px 0 12px;color:var(--soft);font-size:13px;cursor:pointer}
.errors div{display:grid;grid-template-columns:52px 1fr;padding:13px 0;border-top:1px solid var(--line)}
.errors dt{font-weight:500;font-size:14px}
.errors dd{display:grid;gap:3px}
.errors a,.codes a{text-decoration:none;font-size:13px}
.errors p{font-size:13px;color:var(--soft)}
.errors p+a{margin-top:6px}
.more-errors{margin-top:8px;font-size:13px}
.codes div{padding:14px 0;border-top:1px solid var(--line)}
.codes :target,.codes div:target{background:var(--hover)}
.codes dt span{margin-left:8px;color:var(--soft);font-size:13px}
.codes dd{font-size:13px;color:var(--soft)}
.codes p{margin-top:3px}
.events{margin-top:24px}
.events details{border-top:1px solid var(--line)}
.events summary{padding:12px 0;cursor:pointer;font-size:13px;color:var(--soft)}
.events summary code{color:var(--text);font-weight:500;margin-right:6px}
.events .lines{margin:0 0 16px 20px}
.events details>p{margin:0 0 10px 20px;font-size:13px}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:12px}
.cards li{padding:14px 16px;border:1px solid var(--line);border-radius:12px;background:var(--card);font-size:13px}
.cards a{display:block;font-weight:500;font-size:14px;text-decoration:none}
.cards a:hover,.operations a:hover span{text-decoration:underline;text-underline-offset:3px}
.operations{margin-top:20px}
.operations a{display:grid;grid-template-columns:52px 1fr;padding:11px 0;border-top:1px solid var(--line);text-decoration:none;font-size:14px}
.operations code{grid-column:2;color:var(--soft);font-size:13px;overflow-wrap:anywhere}
.changes{padding-left:18px;list-style:disc}
.changes li{margin-top:6px}
table{width:100%;max-width:560px;margin:24px 0;border-collapse:collapse;font-size:14px}
th{text-align:left;font-weight:400;color:var(--soft)}
th,td{padding:11px 0;border-top:1px solid var(--line)}
article>p+p{margin-top:10px}
.tools{position:sticky;top:57px;align-self:start;max-height:calc(100vh - 57px);min-height:calc(100vh - 57px);overflow-y:auto;display:grid;gap:16px;align-content:start;padding:24px;border-left:1px solid var(--line);scrollbar-width:thin}
.card{padding:14px;border:1px solid var(--line);border-radius:12px;background:var(--card);font-size:13px}
.title,.send{display:flex;align-items:center;justify-content:space-between;gap:12px}
.title{min-height:20px}
.title h2{flex:none}
.who{display:flex;align-items:center;gap:8px;min-width:0;color:var(--soft);white-space:nowrap}
.who span{overflow:hidden;text-overflow:ellipsis}
.who i{flex:none;width:8px;height:8px;border-radius:50%;background:var(--good)}
.who button{padding:4px 2px;border:0;background:none;color:var(--accent);font:inherit;text-decoration:underline;cursor:pointer}
.try label{margin:0;font:400 13px/1.4 var(--mono);overflow-wrap:anywhere}
.row{display:grid;grid-template-columns:94px minmax(0,1fr);align-items:center;gap:0;margin-top:10px}
.row input,.row select,.row textarea{width:100%;min-height:34px;height:34px;padding:0 12px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:var(--text);font:13px var(--mono)}
.row textarea{height:auto;padding:8px 12px}
.row [type=file]{padding:6px 8px}
.row select:focus{outline:0;border-color:var(--accent);box-shadow:0 0 0 3px color-mix(in srgb,var(--accent) 20%,transparent)}
.try .soft{margin:0}
.try .note{margin-top:6px;font-size:12px}
.others{margin-top:10px}
.others summary{color:var(--soft);cursor:pointer}
.send{margin-top:12px}
.try .button,dialog .button{flex:none;width:auto;min-height:32px;margin:0;padding:0 12px;border-radius:8px;font-size:13px}
dialog{width:min(440px,100% - 40px);padding:20px;border:1px solid var(--line);border-radius:14px;background:var(--card);color:var(--text);box-shadow:var(--shadow)}
dialog::backdrop{background:rgba(0,0,0,.4)}
dialog p{margin-top:8px;color:var(--soft);overflow-wrap:anywhere}
dialog .send{justify-content:flex-end;margin-top:18px}
.example{position:relative}
.examples{display:grid;gap:8px}
.examples fieldset{display:flex;justify-self:start;margin:0;padding:2px;border:1px solid var(--edge);border-radius:9px;background:var(--inset)}
.examples label{padding:4px 11px;border:1px solid transparent;border-radius:7px;color:var(--soft);font-size:13px;font-weight:500;cursor:pointer}
.examples input{position:absolute;opacity:0;width:1px;height:1px}
.examples label:has(:checked){border-color:var(--edge);background:var(--card);color:var(--text)}
.examples label:has(:focus-visible){outline:2px solid var(--accent);outline-offset:2px}
.examples .example{display:none}
.examples:has([value="0"]:checked) .example:nth-of-type(1),.examples:has([value="1"]:checked) .example:nth-of-type(2),.examples:has([value="2"]:checked) .example:nth-of-type(3){display:block}
.examples .copy{position:absolute;right:0;top:-41px}
article .example .copy{position:absolute;right:4px;top:4px}
pre{margin:0;padding:10px 13px;border:1px solid var(--line);border-radius:8px;background:var(--inset);font-size:13px;line-height:20px;white-space:pre-wrap;overflow-wrap:anywhere}
pre code{font-size:13px}
article .example{margin-top:12px}
article .example pre{padding-right:48px}
.answer h2{display:flex;align-items:center;gap:10px;margin-bottom:8px}
.answer small{margin-left:auto;color:var(--soft);font-weight:400;font-size:13px}
.answer .status{padding:2px 8px;border-radius:6px;background:var(--good-bg);color:var(--good);font-size:12px;font-weight:500}
.answer .status.bad{background:var(--wrong-bg);color:var(--wrong)}
.answer pre{max-height:60vh;overflow:auto}
.answer pre span{color:var(--soft)}
.chooser{display:none}
@media (max-width:1280px){.base{display:none}.top .links{margin-left:auto}main{grid-template-columns:minmax(0,1fr) 400px}article{padding:32px 28px 96px}}
@media (max-width:1040px){main{display:block}.tools{position:static;max-height:none;min-height:0;border:0;padding:0 28px 64px}article:not(.wide){padding-bottom:32px}}
@media (max-width:820px){
body{display:block}
.top{gap:12px;padding:0 16px;height:60px}
.name{flex:1;width:auto;margin:0}
.version{margin-left:auto}
.top .links{display:none}
.find{display:grid;place-items:center;width:40px;height:40px;margin-right:-8px;cursor:pointer}
.find .icon{width:18px;height:18px}
.search{position:absolute;inset:0;width:auto;padding:9px 12px;background:var(--page);opacity:0;pointer-events:none}
.search:focus-within{opacity:1;pointer-events:auto}
.search>.icon{left:24px;top:22px}
.search input{height:42px;font-size:16px}
.search kbd{display:none}
.chooser{display:flex;align-items:center;gap:10px;min-height:44px;margin:12px 16px 0;padding:0 14px;border:1px solid var(--edge);border-radius:8px;background:var(--card);text-decoration:none;font-size:14px}
.chooser .icon{color:var(--soft)}
.chooser span{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.sections{display:none;position:absolute;z-index:1;top:120px;left:16px;right:16px;height:auto;max-height:70vh;border:1px solid var(--line);border-radius:12px;background:var(--card);box-shadow:var(--shadow)}
.sections:target,.sections.open{display:block}
.sections li a,.sections summary{padding-top:9px;padding-bottom:9px}
.narrow{display:list-item}
article,article.wide{padding:18px 16px 32px}
.tools{padding:0 16px 48px}
.row input,.row select,.row textarea{min-height:40px;font-size:16px}
.row [type=file]{font-size:13px}
.try .button{min-height:40px}
}
`
