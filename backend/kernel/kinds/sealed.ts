import { isMask, SecretError, secrets } from '../secrets/index.js'
import { isSealed, mapParts, sealedMark } from '../secrets/sealed_part.js'
import type { Kind } from './kind.js'
import { partOf, schemaOf, type ConfigSchema } from './schema.js'

/**
 * Seals the secret parts of a configuration for storage. A mask means the stored part at the same place, or
 * nothing if none is stored.
 * @param config a result of `checkConfig`
 * @param stored the configuration stored so far
 * @param context the row that owns the secrets, `<table>:<id>`: they cannot be opened for another row
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
 * Opens the secrets of a stored configuration for its use.
 * @throws SecretError when the key of a secret is gone, or when it was stored for another row
 */
export function openConfig<Config>(stored: unknown, context: string): Config {
  const open = (value: unknown): unknown =>
    isSealed(value) ? secrets.use().open(value[sealedMark], context) : mapParts(value, open)
  return open(stored) as Config
}

/** The secrets of a stored configuration, to mask them in logs and errors. */
export function secretsIn(stored: unknown, context: string): string[] {
  const found: string[] = []
  const collect = (value: unknown): unknown => {
    if (isSealed(value)) found.push(secrets.use().open(value[sealedMark], context))
    return mapParts(value, collect)
  }
  collect(stored)
  return found
}

/**
 * Seals all secrets of a stored configuration with the current key; undefined when they already are.
 * @throws SecretError when the key of a secret is gone
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

/** As `openConfig`, but parts whose key is gone read as not set, so that they can be entered again. */
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

/** A part of an object, or of a list by index. */
const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
