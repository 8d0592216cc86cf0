/** A number of 16 digits or with an exponent, outside a string. */
const risky = /(?:^|[[:,\s])-?(?:[\d.]{16}|\d[\d.]*[eE])/

/** A number that a JavaScript number cannot represent exactly. JSON.stringify writes it as it was read. */
class ExactNumber {
  constructor(readonly text: string) {}

  toJSON(): unknown {
    return JSON.rawJSON(this.text)
  }
}

/**
 * Like JSON.parse, but keeps each number as it is written.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (!risky.test(text)) return JSON.parse(text) as unknown
  return JSON.parse(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && JSON.stringify(value) !== source
      ? new ExactNumber(source)
      : value
  )
}
