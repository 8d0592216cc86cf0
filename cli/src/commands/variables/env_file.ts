import { UsageError } from '../../errors.js'

const assignment = /^(?:export\s+)?([^\s=]+)\s*=[^\S\n]*(.*)$/
const name = /^[A-Z][A-Z0-9_]{0,63}$/
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' }

/**
 * Parses the assignments of a .env file in order: `NAME=value`, with or without quotes and `export`, and
 * comments after `#`. Quoted values may have several lines. Nothing in them is executed or expanded.
 * @throws UsageError with the line
 */
export function readEnvFile(content: string): Map<string, string> {
  const lines = content.replace(/^\ufeff/, '').split(/\r?\n/)
  const found = new Map<string, string>()
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.trim()
    if (line === '' || line.startsWith('#')) continue
    const number = at + 1
    const [, key, first] = assignment.exec(line) ?? []
    if (key === undefined || first === undefined) {
      throw syntaxError(number, 'is not an assignment such as PARTNER_HOST=api.partner.example')
    }
    if (!name.test(key)) {
      throw syntaxError(
        number,
        `names "${key}": start with a capital letter, followed by capital letters, digits and _`
      )
    }
    if (found.has(key)) throw syntaxError(number, `assigns ${key} a second time`)
    const quote = first[0]
    if (quote !== '"' && quote !== "'") {
      found.set(key, first.replace(/(^|\s)#.*$/, '').trim())
      continue
    }
    let rest = first.slice(1)
    for (let end = findClosingQuote(rest, quote); end === -1; end = findClosingQuote(rest, quote)) {
      const next = lines[++at]
      if (next === undefined)
        throw syntaxError(number, `starts a value with ${quote} that is never closed`)
      rest += `\n${next}`
    }
    const end = findClosingQuote(rest, quote)
    if (!/^\s*(#.*)?$/.test(rest.slice(end + 1))) {
      throw syntaxError(number, `has text after the closing ${quote}`)
    }
    const inner = rest.slice(0, end)
    found.set(key, quote === "'" ? inner : unescaped(inner))
  }
  return found
}

/** The end of a quoted value. Single quotes have no escapes. */
function findClosingQuote(text: string, quote: string): number {
  for (let at = 0; at < text.length; at++) {
    if (quote === '"' && text[at] === '\\') at++
    else if (text[at] === quote) return at
  }
  return -1
}

const unescaped = (text: string) =>
  text.replace(/\\([\s\S])/g, (both, sign: string) =>
    Object.hasOwn(escapes, sign) ? escapes[sign]! : both
  )

const syntaxError = (line: number, what: string) =>
  new UsageError(`Line ${line} ${what}.`, 'Nothing was sent.')
