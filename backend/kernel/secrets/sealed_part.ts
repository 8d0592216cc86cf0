import { isJsonObject } from '../json/index.js'
import { MASK } from './mask.js'
import { looksSealed } from './secrets.js'

/** Name by which a sealed secret is told from everything else. */
export const sealedMark = '$sealed'

/**
 * A secret as it is stored inside of a configuration. It says of itself that it is one: what was
 * stored stays hidden whatever a later version of its kind says of the part.
 */
export interface SealedPart {
  [sealedMark]: string
}

export const isSealed = (value: unknown): value is SealedPart =>
  isJsonObject(value) && typeof value[sealedMark] === 'string' && Object.keys(value).length === 1

/** A stored configuration as the API shows it: sealed parts as the mask. */
export function maskConfig(stored: unknown): unknown {
  return isSealed(stored) ? MASK : mapParts(stored, maskConfig)
}

/**
 * What is stored as an answer shows it. People's own JSON may say `$sealed` too: it is shown as it is,
 * or saving what was read would change it. What Crossdock sealed never is.
 */
export function maskSealed(stored: unknown): unknown {
  if (isSealed(stored) && looksSealed(stored[sealedMark])) return MASK
  return mapParts(stored, maskSealed)
}

/** The value with each of its parts replaced; those that become undefined are left out. */
export function mapParts(
  value: unknown,
  change: (part: unknown, name: string) => unknown
): unknown {
  if (Array.isArray(value)) return value.map((item, at) => change(item, String(at)))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [name, change(part, name)] as const)
      .filter(([, part]) => part !== undefined)
  )
}
