const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Trusted markup; every other value in a template is escaped. */
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

/** Template tag for markup; escapes inserted text. */
export const html = ({ raw }: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(raw.map((text, at) => text + asMarkup(parts[at] ?? null)).join(''))
