import { schemaOf, type ConfigSchema, type Kind } from '@crossdock/kernel/kinds'
import type { CallVariables } from '../contracts/connector.js'
import { filledAddress } from './base_url.js'
import { isRecord } from './values.js'
import { fillVariables } from './variables.js'

/**
 * An opened configuration with the places for variables in all of its texts filled, secret ones too: a secret may consist of such
 * a place. Web addresses among its parts are held to their hosts as base URLs are.
 * @throws CallRefused
 */
export function filledConfig(
  kind: Kind,
  opened: unknown,
  system: string,
  variables: CallVariables
): unknown {
  const { properties = {} } = schemaOf(kind)
  const fill = (value: unknown, part: ConfigSchema | undefined): unknown => {
    if (typeof value === 'string') return text(value, part)
    if (Array.isArray(value)) return value.map((item) => fill(item, part?.items))
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, fill(inner, partNamed(part, name))])
    )
  }
  const text = (value: string, part: ConfigSchema | undefined) =>
    part?.['x-address'] === true && webAddress.test(value)
      ? filledAddress(value, `The ${String(part.title ?? 'address')} of ${system}`, variables)
      : fillVariables(value, variables)
  return fill(opened, { properties })
}

/** A host or a bucket is an address as well, and checked by the schema of its connector. */
const webAddress = /^(https?:|\{variables\.[A-Z0-9_]+\}[/?])/i

function partNamed(part: ConfigSchema | undefined, name: string): ConfigSchema | undefined {
  const { properties } = part ?? {}
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined
}
