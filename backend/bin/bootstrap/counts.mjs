import { stripVTControlCharacters } from 'node:util'

export const none = () => ({ passed: 0, failed: 0, skipped: 0 })

export function add(total, counts) {
  for (const key of Object.keys(total)) total[key] += counts[key]
  return total
}

/** `12 passed, 0 failed`, and `, 1 skipped` when there are any: the closing line of every run. */
export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

/** Reads the line that Japa and Vitest close with: `Tests  12 passed, 1 failed (13)`. */
export function readCounts(line) {
  const text = stripVTControlCharacters(line)
  if (!/^\s*Tests\s+\d+ [a-z]/.test(text)) return undefined
  const counts = none()
  for (const [, number, word] of text.matchAll(/(\d+) ([a-z]+)/g)) {
    if (word === 'passed' || word === 'failed') counts[word] += Number(number)
    // A "regression" is a test marked as failing that failed as marked; a "todo" has no body yet.
    else counts.skipped += Number(number)
  }
  return counts
}
