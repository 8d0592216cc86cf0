import type { Validator } from '@crossdock/kernel/shapes'
import type { Kind } from '@crossdock/kernel/kinds'
import { extensionPoint } from '@crossdock/kernel/plugin'

/**
 * An authentication type. The `authType` of a system is its name, and its schema defines the credentials.
 * Connectors that support the type receive the opened credentials as `call.system.auth`.
 */
export type AuthTypeKind<Config extends Validator = Validator> = Kind<Config>

/** Authentication types by name. */
export const authTypes = extensionPoint<AuthTypeKind>('integrations.authTypes', {
  what: 'systems with its ways of authentication',
  table: 'external_systems',
  column: 'auth_type',
})
