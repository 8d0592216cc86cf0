/** A text that is the same for two values of a form nobody would tell apart: nothing typed is nothing. */
export const fingerprint = (values: unknown): string => JSON.stringify(values, settled) ?? ''

function settled(_key: string, value: unknown): unknown {
  if (value === '' || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)))
}
