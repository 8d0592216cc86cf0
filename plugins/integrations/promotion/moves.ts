import { addressesIn, schemaOf, type Kind } from '@crossdock/kernel/kinds'
import { hasVariables, placeOf } from '../placeholders/base_url.js'
import { kindsOf } from '../config/known.js'

/** The parts of a system that determine to which address its credentials are sent. */
export interface CredentialPlace {
  systemType: string
  authType: string
  baseUrl: string | null
  config: Record<string, unknown>
}

/**
 * Returns whether stored credentials would be sent to another address, or in another way. Then they must not be
 * kept. The check is at least as strict as for changes that people make.
 */
export function leadsElsewhere(before: CredentialPlace, after: CredentialPlace): boolean {
  const [was, is] = [kindsOf(before).connector, kindsOf(after).connector]
  return (
    before.authType !== after.authType ||
    placeOf(before.baseUrl) !== placeOf(after.baseUrl) ||
    was?.operations !== is?.operations ||
    addressesIn(was, before.config) !== addressesIn(is, after.config)
  )
}

/** Returns whether an address contains its host literally, without a variable. */
export const isLiteral = (address: unknown): address is string =>
  typeof address === 'string' && address !== '' && !hasVariables(placeOf(address) ?? '')

/** Returns names of configuration parts that are marked as addresses. */
export const addressNames = (kind: Kind | undefined): string[] =>
  Object.entries((kind && schemaOf(kind).properties) ?? {})
    .filter(([, part]) => part['x-address'] === true)
    .map(([name]) => name)
