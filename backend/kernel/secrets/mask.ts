import { isNested } from '../json/index.js'

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
