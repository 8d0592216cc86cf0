import { isMask, SecretError, secrets } from '../secrets/index.js'
import { isSealed, mapParts, sealedMark } from '../secrets/sealed_part.js'
import type { Kind } from './kind.js'
import { partOf, schemaOf, type ConfigSchema } from './schema.js'

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

/** A part of an object, or of a list by its place. */
const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
