import { isJsonObject, isNested } from '../json/index.js'

/** What the API shows in place of a secret that is set, and accepts back as "unchanged". */
export const MASK = '••••••••'

/** The shown form of a secret: the mask when it is set, null when it is not. */
export function mask(value: unknown): string | null {
  return value === undefined || value === null || value === '' ? null : MASK
}

/** Whether a client sent back the mask instead of a new secret. */
export function isMask(value: unknown): boolean {
  return value === MASK
}

/** Whether any text in a value contains a mask. */
export function holdsMask(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(MASK)
  if (!isNested(value)) return false
  return Object.entries(value).some(([name, part]) => name.includes(MASK) || holdsMask(part))
}

/**
 * The secrets after an update: a field left out or sent as the mask keeps its stored value, null or an
 * empty text removes it, anything else replaces it. Maps inside (custom headers) are replaced as a whole, except for
 * their masked entries.
 */
export function keepMasked(
  stored: Record<string, unknown>,
  incoming: Record<string, unknown>
): Record<string, unknown> {
  const next = { ...stored }
  for (const [name, value] of Object.entries(incoming)) {
    if (value === undefined || isMask(value)) continue
    if (value === null || value === '') delete next[name]
    else next[name] = isJsonObject(value) ? fillMasked(stored[name], value) : value
  }
  return next
}

function fillMasked(stored: unknown, incoming: Record<string, unknown>) {
  const known = isJsonObject(stored) ? stored : {}
  return Object.fromEntries(
    Object.entries(incoming)
      .map(([name, value]) => [name, isMask(value) ? known[name] : value] as const)
      .filter(([, value]) => value !== undefined && value !== null)
  )
}
