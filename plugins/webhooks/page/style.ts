/** Style of the receiver's page, in addition to the style of public pages. */
export const style = `
.receiver{padding:24px 0 64px}
.receiver h1{font-size:26px;letter-spacing:-.02em;margin-bottom:6px}
.receiver h2{font-size:17px;letter-spacing:-.01em;margin:32px 0 10px}
.receiver code,.receiver pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.receiver pre{padding:14px 16px;border:1px solid var(--line);border-radius:10px;background:var(--inset);white-space:pre-wrap}
.receiver td code,.receiver h1 code{overflow-wrap:normal}
.receiver table{width:100%;border-collapse:collapse;font-size:14px}
.receiver th{text-align:left;font-weight:500;color:var(--soft)}
.receiver th,.receiver td{padding:9px 12px 9px 0;border-bottom:1px solid var(--line);vertical-align:top}
.receiver .delivered{color:var(--good)}
.receiver .failed,.receiver .skipped{color:var(--wrong)}
.receiver .waiting,.receiver .retrying{color:var(--warn)}
.receiver form{margin:16px 0}
.receiver form .button{width:auto;margin-top:0}
.receiver .pages{display:flex;gap:16px;margin-top:16px}
.receiver .types{display:flex;flex-wrap:wrap;gap:8px}
.receiver .types li{padding:2px 8px;border:1px solid var(--line);border-radius:6px}
@media (max-width:820px){.receiver .wide{display:none}}
`
