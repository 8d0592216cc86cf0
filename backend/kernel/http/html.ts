const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup; whatever else is put into a template is shown as the text it is. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | string | number | null | Part[]

function asMarkup(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(asMarkup).join('')
  return String(part).replace(/[&<>"']/g, (letter) => escapes[letter]!)
}

/** Markup of a template; what people have written is escaped in it. */
export const html = ({ raw }: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(raw.map((text, at) => text + asMarkup(parts[at] ?? null)).join(''))
