import type { Validator } from '@crossdock/kernel/http'
import type { Kind } from '@crossdock/kernel/kinds'
import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * A way of authentication, named by the `authType` of a system. Its schema says which credentials
 * there are; the connectors that know it are given them opened (`call.system.auth`).
 */
export type AuthTypeKind<Config extends Validator = Validator> = Kind<Config>

/** Ways of authentication by name. */
export const authTypes = extensionPoint<AuthTypeKind>('integrations.authTypes', {
  what: 'systems with its ways of authentication',
  table: 'external_systems',
  column: 'auth_type',
})
