interface Button {
  label: string
  url: string
}

/** Content of a mail. The text part and the HTML part use the same words. */
export interface LetterContent {
  title: string
  /** A code to type in, shown large. */
  code?: string
  /** Paragraphs before the buttons. */
  paragraphs: string[]
  buttons?: Button[]
  /** A short list, such as organizations. */
  items?: string[]
  /** Small print after everything else. A line that is an address becomes a link. */
  footer: string[]
}

/** How an organization's mails differ from the default. */
export interface LetterLook {
  productName: string | null
  /** `cid` of the picture. */
  logo: string | null
  button: { color: string; onColor: string } | null
  footer: string | null
}

const plain: LetterLook = { productName: null, logo: null, button: null, footer: null }

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter]!)

/**
 * Renders both parts of a mail. The HTML uses only features that every mail program supports.
 * @param look the look of an organization (`drawTenantLetter` finds it)
 */
export function drawLetter(
  content: LetterContent,
  look: LetterLook = plain
): { text: string; html: string } {
  const lookFooter = look.footer?.split('\n') ?? []
  const full = { ...content, footer: [...content.footer, ...lookFooter] }
  return { text: asText(full, look), html: asHtml(full, look) }
}

function asText(
  { title, code, paragraphs, buttons = [], items, footer }: LetterContent,
  { productName }: LetterLook
): string {
  const blocks = [
    ...(productName ? [productName] : []),
    title,
    ...(code ? [code] : []),
    ...paragraphs,
    ...(items ? [items.map((item) => `- ${item}`).join('\n')] : []),
    ...buttons.map(({ label, url }) => `${label}:\n${url}`),
    `--\n${footer.join('\n')}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const paragraph = 'margin:0 0 16px;font-size:15px;line-height:24px;color:#3f3f46'

function asHtml(
  { title, code, paragraphs, buttons = [], items, footer }: LetterContent,
  look: LetterLook
): string {
  const blocks = [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;color:#18181b">${escape(title)}</h1>`,
    ...(code ? [codeBlock(code)] : []),
    ...paragraphs.map((text) => `<p style="${paragraph}">${escape(text)}</p>`),
    ...(items
      ? [`<ul style="${paragraph};padding-left:20px">${items.map(listItem).join('')}</ul>`]
      : []),
    ...buttons.map((button) => buttonBlock(button, look.button ?? ink)),
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${escape(title)}</title></head>
<body style="margin:0;padding:24px;background:#f4f4f5;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px">
<tr><td style="padding:0 0 16px;font-size:15px;font-weight:600;color:#18181b">${headOf(look)}</td></tr>
<tr><td style="padding:32px;background:#ffffff;border:1px solid #e4e4e7;border-radius:12px">
${blocks.join('\n')}
</td></tr>
<tr><td style="padding:16px 0;font-size:13px;line-height:20px;color:#5b5b64">${footer.map(footerLine).join('<br>')}</td></tr>
</table></td></tr></table></body></html>
`
}

function footerLine(line: string): string {
  const shown = escape(line)
  return /^https?:\/\/\S+$/.test(line)
    ? `<a href="${shown}" style="color:#5b5b64;word-break:break-all">${shown}</a>`
    : shown
}

/** The logo next to the name. Without images, a reader sees the name alone. */
function headOf({ productName, logo }: LetterLook): string {
  const name = escape(productName ?? 'Crossdock')
  if (!logo) return name
  return `<img src="cid:${escape(logo)}" alt="" height="28" style="height:28px;max-width:160px;vertical-align:middle;border:0">&nbsp; ${name}`
}

const ink = { color: '#18181b', onColor: '#ffffff' }

const listItem = (text: string) => `<li style="margin:0 0 4px">${escape(text)}</li>`

function codeBlock(code: string): string {
  return `<p style="margin:0 0 16px;padding:16px;background:#fafafa;border-radius:8px;text-align:center;font-size:32px;line-height:40px;font-weight:700;letter-spacing:8px;color:#18181b">${escape(code)}</p>`
}

function buttonBlock({ label, url }: Button, { color, onColor }: typeof ink): string {
  return `<p style="margin:24px 0 16px"><a href="${escape(url)}" style="display:inline-block;padding:12px 20px;background:${escape(color)};border-radius:8px;font-size:15px;font-weight:600;color:${escape(onColor)};text-decoration:none">${escape(label)}</a></p>
<p style="margin:0;font-size:13px;line-height:20px;color:#71717a;word-break:break-all">${escape(url)}</p>`
}
