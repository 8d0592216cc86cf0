/** The payload fields that hold the name of a target. */
const keys = ['name', 'flowName', 'email', 'subdomain'] as const

/** The name of an event's target in its payload; null when the payload has none. */
export function nameIn(payload: Record<string, unknown> | undefined): string | null {
  for (const key of keys) {
    const value = payload?.[key]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}
