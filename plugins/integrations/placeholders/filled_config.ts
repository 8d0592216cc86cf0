import { schemaOf, type ConfigSchema, type Kind } from '@crossdock/kernel/kinds'
import type { CallVariables } from '../contracts/connector.js'
import { resolveAddress } from './base_url.js'
import { isRecord } from './values.js'
import { fillVariables } from './variables.js'

/**
 * Fills the variables in all texts of an opened configuration. Secrets may contain placeholders too. Web addresses
 * must keep their hosts, as base URLs do.
 * @throws CallRefused
 */
export function fillConfig(
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
      ? resolveAddress(value, `The ${String(part.title ?? 'address')} of ${system}`, variables)
      : fillVariables(value, variables)
  return fill(opened, { properties })
}

/**
 * Matches web addresses. Other addresses, such as a host or a bucket, are validated by the schema of their
 * connector.
 */
const webAddress = /^(https?:|\{variables\.[A-Z0-9_]+\}[/?])/i

function partNamed(part: ConfigSchema | undefined, name: string): ConfigSchema | undefined {
  const { properties } = part ?? {}
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined
}
