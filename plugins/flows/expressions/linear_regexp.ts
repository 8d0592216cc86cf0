import { RE2JS } from 're2js'

const flagsOf = ({ ignoreCase, multiline, dotAll }: RegExp): number =>
  (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) |
  (multiline ? RE2JS.MULTILINE : 0) |
  (dotAll ? RE2JS.DOTALL : 0)

/**
 * A regular expression that runs in time linear to the text, with the features that JSONata uses. The engine
 * of JavaScript takes exponential time for patterns such as `(a+)+$`. Look-ahead and back references are not
 * supported.
 */
export class LinearRegExp {
  readonly source: string
  lastIndex = 0
  readonly #compiled: RE2JS

  /** @throws the error of RE2 for a pattern it does not support */
  constructor(pattern: RegExp) {
    this.source = pattern.source
    this.#compiled = RE2JS.compile(pattern.source, flagsOf(pattern))
  }

  exec(text: string): (string[] & { index: number }) | null {
    const matcher = this.#compiled.matcher(text)
    if (this.lastIndex > text.length || !matcher.find(this.lastIndex)) {
      this.lastIndex = 0
      return null
    }
    this.lastIndex = matcher.end()
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, at) => matcher.group(at))
    return Object.assign(groups as string[], { index: matcher.start() })
  }

  test(text: string): boolean {
    return this.exec(text) !== null
  }
}
