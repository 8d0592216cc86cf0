declare global {
  interface JSON {
    rawJSON?(text: string): unknown
    parse(
      text: string,
      reviver: (key: string, value: unknown, context?: { source?: string }) => unknown
    ): unknown
  }
}

/** Finds numbers with 16 digits or an exponent. A match inside a JSON string only makes parsing slower. */
const risky = /(?:^|[[:,\s])-?(?:[\d.]{16}|\d[\d.]*[eE])/

/** A number that a JavaScript number would change. JSON.stringify writes it exactly as it was read. */
export class ExactNumber {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text
  }

  toJSON(): unknown {
    return JSON.rawJSON!(this.text)
  }
}

/**
 * Parses JSON and keeps each number as it is written. Browsers before Chrome 114, Firefox 135 and Safari 18.4 do not
 * report the written text; there it equals JSON.parse.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (!JSON.rawJSON || !risky.test(text)) return JSON.parse(text) as unknown
  return JSON.parse(text, (_, value, context) => {
    const source = typeof value === 'number' ? context?.source : undefined
    return source === undefined || JSON.stringify(value) === source
      ? value
      : new ExactNumber(source)
  })
}
