import { isMask, MASK, SecretError, secrets } from '../secrets/index.js'
import type { Kind } from './kind.js'
import { partOf, schemaOf, type ConfigSchema } from './schema.js'

/** Name by which a sealed secret is told from everything else. */
export const sealedMark = '$sealed'

/**
 * A secret as it is stored inside of a configuration. It says of itself that it is one: what was
 * stored stays hidden whatever a later version of its kind says of the part.
 */
interface SealedPart {
  [sealedMark]: string
}

const isSealed = (value: unknown): value is SealedPart =>
  isRecord(value) && typeof value[sealedMark] === 'string' && Object.keys(value).length === 1

/**
 * A configuration as it is stored: its secret parts sealed. A mask stands for the stored part at the
 * same place, and for nothing where none is stored.
 * @param config as `checkConfig` gives it
 * @param stored what is there so far
 * @param context the row it belongs to, `<table>:<id>`: elsewhere its secrets do not open
 */
export function sealConfig(
  kind: Pick<Kind, 'config'>,
  config: object,
  stored: unknown,
  context: string
): Record<string, unknown> {
  const seal = (value: unknown, before: unknown, schema: ConfigSchema | undefined): unknown => {
    if (isMask(value)) return isSealed(before) || schema?.writeOnly ? before : value
    if (schema?.writeOnly && typeof value === 'string' && value !== '') {
      return { [sealedMark]: secrets.use().seal(value, context) }
    }
    return mapParts(value, (part, name) => seal(part, own(before, name), partOf(schema, name)))
  }
  return seal(config, stored, schemaOf(kind)) as Record<string, unknown>
}

/** A stored configuration as the API shows it: sealed parts as the mask. */
export function maskConfig(stored: unknown): unknown {
  return isSealed(stored) ? MASK : mapParts(stored, maskConfig)
}

/**
 * A stored configuration with its secrets opened, for the time it is used.
 * @throws SecretError when the key of one is gone, or it was stored for another row
 */
export function openConfig<Config>(stored: unknown, context: string): Config {
  const open = (value: unknown): unknown =>
    isSealed(value) ? secrets.use().open(value[sealedMark], context) : mapParts(value, open)
  return open(stored) as Config
}

/** The secrets of a stored configuration, for masking what is said of its use. */
export function secretsIn(stored: unknown, context: string): string[] {
  const found: string[] = []
  const look = (value: unknown): unknown => {
    if (isSealed(value)) found.push(secrets.use().open(value[sealedMark], context))
    return mapParts(value, look)
  }
  look(stored)
  return found
}

/**
 * A stored configuration with every secret under the present key; undefined when all of them are.
 * @throws SecretError when the key of one is gone
 */
export function rotateConfig(stored: unknown, context: string): unknown {
  let changed = false
  const rotate = (value: unknown): unknown => {
    if (!isSealed(value)) return mapParts(value, rotate)
    if (!secrets.use().needsRotation(value[sealedMark])) return value
    changed = true
    return {
      [sealedMark]: secrets.use().seal(secrets.use().open(value[sealedMark], context), context),
    }
  }
  const rotated = rotate(stored)
  return changed ? rotated : undefined
}

/** As `openConfig`; parts whose key is gone read as not set, so that they can be entered again. */
export function readableConfig(stored: unknown, context: string): unknown {
  const open = (value: unknown): unknown => {
    if (!isSealed(value)) return mapParts(value, open)
    try {
      return secrets.use().open(value[sealedMark], context)
    } catch (error) {
      if (error instanceof SecretError) return undefined
      throw error
    }
  }
  return open(stored)
}

/** The value with each of its parts replaced; those that become undefined are left out. */
function mapParts(value: unknown, change: (part: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item, at) => change(item, String(at)))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, part]) => [name, change(part, name)] as const)
      .filter(([, part]) => part !== undefined)
  )
}

/** A part of an object, or of a list by its place. */
const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
