/** What a mail says; the text and the HTML part are drawn from the same words. */
export interface LetterContent {
  title: string
  /** A code to type in, shown large. */
  code?: string
  /** Paragraphs before the button. */
  paragraphs: string[]
  button?: { label: string; url: string }
  /** A short list, such as organizations. */
  items?: string[]
  /** Small print after everything else. */
  footer: string[]
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter]!)

/** Draws both parts of a mail. The HTML uses only what every mail program shows. */
export function drawLetter(content: LetterContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) }
}

function asText({ title, code, paragraphs, button, items, footer }: LetterContent): string {
  const blocks = [
    title,
    ...(code ? [code] : []),
    ...paragraphs,
    ...(items ? [items.map((item) => `- ${item}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `--\n${footer.join('\n')}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const paragraph = 'margin:0 0 16px;font-size:15px;line-height:24px;color:#334155'

function asHtml({ title, code, paragraphs, button, items, footer }: LetterContent): string {
  const blocks = [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;color:#0f172a">${escape(title)}</h1>`,
    ...(code ? [codeBlock(code)] : []),
    ...paragraphs.map((text) => `<p style="${paragraph}">${escape(text)}</p>`),
    ...(items
      ? [`<ul style="${paragraph};padding-left:20px">${items.map(listItem).join('')}</ul>`]
      : []),
    ...(button ? [buttonBlock(button)] : []),
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${escape(title)}</title></head>
<body style="margin:0;padding:24px;background:#f1f5f9;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px">
<tr><td style="padding:0 0 16px;font-size:15px;font-weight:600;color:#0f172a">Crossdock</td></tr>
<tr><td style="padding:32px;background:#ffffff;border:1px solid #e2e8f0;border-radius:12px">
${blocks.join('\n')}
</td></tr>
<tr><td style="padding:16px 0;font-size:13px;line-height:20px;color:#64748b">${footer.map(escape).join('<br>')}</td></tr>
</table></td></tr></table></body></html>
`
}

const listItem = (text: string) => `<li style="margin:0 0 4px">${escape(text)}</li>`

function codeBlock(code: string): string {
  return `<p style="margin:0 0 16px;padding:16px;background:#f8fafc;border-radius:8px;text-align:center;font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;color:#0f172a">${escape(code)}</p>`
}

function buttonBlock({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:24px 0 16px"><a href="${escape(url)}" style="display:inline-block;padding:12px 20px;background:#1d4ed8;border-radius:8px;font-size:15px;font-weight:600;color:#ffffff;text-decoration:none">${escape(label)}</a></p>
<p style="margin:0;font-size:13px;line-height:20px;color:#64748b;word-break:break-all">${escape(url)}</p>`
}
