import { stripVTControlCharacters } from 'node:util'

/** How much of one failure is told once more: what was expected and where it failed, not the whole of a large difference. */
const mostLines = 14
const longestLine = 300

/**
 * Keeps what Japa and Vitest tell of each failure (`❯ title` or `FAIL file > title`, up to the line that numbers it), so
 * that it stands together at the end of a long output, of which often only the end is kept.
 */
export class Failures {
  /** Where tests have failed: as `npm test -- --files` or Vitest takes it. */
  files = new Set()
  #kept = []
  #open

  /** Takes the next line of a program's output. */
  read(line) {
    const text = stripVTControlCharacters(line).trimEnd()
    const [, file] =
      /^Failed in (\S+)$|^ ?FAIL {2}.*?(\S+[.]stories[.]tsx)/.exec(text)?.filter(Boolean) ?? []
    if (file) this.files.add(file)
    if (/^(❯ | ?FAIL {2})/.test(text)) {
      this.#open = [text.trim()]
      this.#kept.push(this.#open)
    } else if (/\[\d+\/\d+\][─⎯]/.test(text)) {
      this.#open = undefined
    } else if (text && this.#open && this.#open.length < mostLines) {
      this.#open.push(`  ${text.slice(0, longestLine)}`)
    }
  }

  /** How many tests have failed, as far as they were told of. */
  get count() {
    return this.#kept.length
  }

  /** The lines of each failure, its title first, under the name of the part it happened in. */
  each(name) {
    return this.#kept.map(([title, ...more]) => [`${name}: ${title}`, ...more])
  }
}
