/** Returns a text that is equal for form values that look equal to people: empty input equals no input. */
export const fingerprint = (values: unknown): string => JSON.stringify(values, normalize) ?? ''

function normalize(_key: string, value: unknown): unknown {
  if (value === '' || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)))
}
