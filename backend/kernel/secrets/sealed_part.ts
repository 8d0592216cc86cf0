import { isJsonObject } from '../json/index.js'
import { MASK } from './mask.js'
import { looksSealed } from './secrets.js'

/** Property that marks a sealed secret. */
export const sealedMark = '$sealed'

/**
 * A secret as stored inside a configuration. The mark is part of the stored value, so it stays hidden even if a
 * later version of the kind no longer declares the part as secret.
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
 * A stored value as an answer shows it. People's own JSON may also contain `$sealed`: it is shown as it is, or
 * saving what was read would change it. Values that Crossdock sealed are always masked.
 */
export function maskSealed(stored: unknown): unknown {
  if (isSealed(stored) && looksSealed(stored[sealedMark])) return MASK
  return mapParts(stored, maskSealed)
}

/** A copy of the value with each part replaced. Parts that become undefined are left out. */
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
