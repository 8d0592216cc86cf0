export const none = () => ({ passed: 0, failed: 0, skipped: 0 })

export function add(total, counts) {
  for (const key of Object.keys(total)) total[key] += counts[key]
  return total
}

/** The last line of every run: `12 passed, 0 failed`, with `, 1 skipped` when there are any. */
export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}
