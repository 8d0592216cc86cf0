import { Problem, text, type Text } from '@crossdock/kernel/ground'
import { currentContext } from '@crossdock/kernel/tenancy'
import { roles, type Grant, type Grants } from './contracts/index.js'

const refused = (sentence: Text) => new Problem(403, 'E_GRANT', sentence)

/** See `grants`. */
export const grantRule: Grants = {
  async assertMayGrant(grant) {
    const { actor, tenantId, permissions, caller } = currentContext()
    // The installation's own work has no person whose permissions could be compared.
    if (actor.type === 'system') return
    const missing = [...(await findGrantedPermissions(grant, tenantId))]
      .filter((name) => !permissions.has(name))
      .sort()
    if (missing.length > 0) {
      throw refused(refusalTextOf(grant)(missing.join(', ')))
    }
    // null: any environment, as for a role. undefined: the grant says nothing about environments.
    const { expiresAt, environmentId = grant.role === undefined ? undefined : null } = grant
    if (caller.expiresAt && expiresAt !== undefined && endsAfter(expiresAt, caller.expiresAt)) {
      throw refused(
        text(
          'You cannot give more than you have: your own token ends at {end}, so choose an end no later than that.',
          { end: caller.expiresAt }
        )
      )
    }
    if (caller.environmentId && environmentId !== undefined) {
      if (environmentId === caller.environmentId) return
      throw refused(
        text(
          'You cannot give more than you have: your own token is confined to the environment {environment}.',
          { environment: caller.environmentId }
        )
      )
    }
  },
  assertMayManage({ role, email }) {
    return grantRule.assertMayGrant({
      role,
      refusal: (permissions) =>
        text('You cannot manage {email}, who has permissions you do not hold: {permissions}.', {
          email,
          permissions,
        }),
    })
  },
}

function refusalTextOf({ refusal, role }: Grant): (permissions: string) => Text {
  if (refusal) return refusal
  return (permissions) =>
    role
      ? text(
          'You cannot give more than you have: the role "{role}" holds {permissions}, which you do not hold.',
          { role, permissions }
        )
      : text(
          'You cannot give more than you have: asked for {permissions}, which you do not hold.',
          { permissions }
        )
}

async function findGrantedPermissions({ role, scopes = [] }: Grant, tenantId: string | null) {
  const ofRole = role === undefined ? [] : await roles.use().permissionsOf({ tenantId, role })
  return new Set([...ofRole, ...scopes])
}

const endsAfter = (end: string | null, bound: string) =>
  end === null || Date.parse(end) > Date.parse(bound)
