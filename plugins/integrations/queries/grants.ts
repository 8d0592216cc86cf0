import { findGrant } from '../grants/stored_tokens.js'
import { findSystem } from './systems.js'

/**
 * Returns whether a person has granted access to a system, and whether the grant still works.
 * @throws Problem 404
 */
export async function readGrant(id: string, redirectUri: string) {
  const system = await findSystem(id)
  // The token of a client is not a grant by a person.
  const grant = system.authType === 'oauth2_code' ? await findGrant(system.id) : null
  const { state, reason, grantedBy, grantedAt, expiresAt } = grant ?? none
  return { systemId: system.id, state, reason, grantedBy, grantedAt, expiresAt, redirectUri }
}

const none = {
  state: 'none' as const,
  reason: null,
  grantedBy: null,
  grantedAt: null,
  expiresAt: null,
}
