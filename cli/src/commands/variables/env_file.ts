import { UsageError } from '../../errors.js'

const assignment = /^(?:export\s+)?([^\s=]+)\s*=[^\S\n]*(.*)$/
const name = /^[A-Z][A-Z0-9_]{0,63}$/
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' }

/**
 * What a .env file assigns, in its order: `NAME=value`, quoted or not, `export` before it or not, comments behind `#`. Quoted
 * values may have several lines; nothing in them is run or filled by us.
 * @throws UsageError naming the line
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
      throw wrong(number, 'is no assignment such as PARTNER_HOST=api.partner.example')
    }
    if (!name.test(key)) {
      throw wrong(number, `names "${key}": begin with a capital letter; then those, digits and _`)
    }
    if (found.has(key)) throw wrong(number, `assigns ${key} a second time`)
    const quote = first[0]
    if (quote !== '"' && quote !== "'") {
      found.set(key, first.replace(/(^|\s)#.*$/, '').trim())
      continue
    }
    let rest = first.slice(1)
    for (let end = closing(rest, quote); end === -1; end = closing(rest, quote)) {
      const next = lines[++at]
      if (next === undefined) throw wrong(number, `begins a value with ${quote} that does not end`)
      rest += `\n${next}`
    }
    const end = closing(rest, quote)
    if (!/^\s*(#.*)?$/.test(rest.slice(end + 1))) {
      throw wrong(number, `has something behind the closing ${quote}`)
    }
    const inner = rest.slice(0, end)
    found.set(key, quote === "'" ? inner : unescaped(inner))
  }
  return found
}

/** Where a quoted value ends: single quotes escape nothing. */
function closing(text: string, quote: string): number {
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

const wrong = (line: number, what: string) =>
  new UsageError(`Line ${line} ${what}.`, 'Nothing was sent.')
