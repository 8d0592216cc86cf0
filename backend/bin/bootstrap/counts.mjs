export const none = () => ({ passed: 0, failed: 0, skipped: 0 })

export function add(total, counts) {
  for (const key of Object.keys(total)) total[key] += counts[key]
  return total
}

/** `12 passed, 0 failed`, and `, 1 skipped` when there are any: the closing line of every run. */
export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}
