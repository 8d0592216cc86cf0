import { addressesIn, schemaOf, type Kind } from '@crossdock/kernel/kinds'
import { hasVariables, placeOf } from '../calls/base_url.js'
import { kindsOf } from '../config/known.js'

/** A system as far as it says where its credentials are sent. */
export interface Led {
  systemType: string
  authType: string
  baseUrl: string | null
  config: Record<string, unknown>
}

/**
 * Whether the credentials stored for one would be sent elsewhere by the other, or in another way: then they do not stay. At least
 * as strict as what people are asked for when they change a system.
 */
export function leadsElsewhere(before: Led, after: Led): boolean {
  const [was, is] = [kindsOf(before).connector, kindsOf(after).connector]
  return (
    before.authType !== after.authType ||
    placeOf(before.baseUrl) !== placeOf(after.baseUrl) ||
    was?.operations !== is?.operations ||
    addressesIn(was, before.config) !== addressesIn(is, after.config)
  )
}

/** Whether an address names its host as it is, without any variable. */
export const isLiteral = (address: unknown): address is string =>
  typeof address === 'string' && address !== '' && !hasVariables(placeOf(address) ?? '')

/** Names of the parts of a configuration that are marked as addresses. */
export const addressNames = (kind: Kind | undefined): string[] =>
  Object.entries((kind && schemaOf(kind).properties) ?? {})
    .filter(([, part]) => part['x-address'] === true)
    .map(([name]) => name)
