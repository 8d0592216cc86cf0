import { Problem } from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { roles, type Grant, type Grants } from './contracts/index.js'

const refused = (why: string) =>
  new Problem(403, 'E_GRANT', `You cannot give more than you have: ${why}.`)

/** See `grants`. */
export const grantRule: Grants = {
  async assertMayGrant(grant) {
    const { actor, tenantId, permissions, caller } = currentContext()
    // The installation's own work acts for nobody whose rights could be compared.
    if (actor.type === 'system') return
    const missing = [...(await wantedBy(grant, tenantId))]
      .filter((name) => !permissions.has(name))
      .sort()
    if (missing.length > 0) {
      const what = grant.what ?? (grant.role ? `the role "${grant.role}" holds` : 'asked for')
      throw refused(`${what} ${missing.join(', ')}, which you do not hold`)
    }
    const { expiresAt, environmentId } = grant
    if (caller.expiresAt && expiresAt !== undefined && outlives(expiresAt, caller.expiresAt)) {
      throw refused(
        `your own token ends at ${caller.expiresAt}, so choose an end no later than that`
      )
    }
    if (caller.environmentId && environmentId !== undefined) {
      if (environmentId === caller.environmentId) return
      throw refused(`your own token is confined to the environment ${caller.environmentId}`)
    }
  },
}

async function wantedBy({ role, scopes = [] }: Grant, tenantId: string | null) {
  const ofRole = role === undefined ? [] : await roles.use().permissionsOf({ tenantId, role })
  return new Set([...ofRole, ...scopes])
}

const outlives = (end: string | null, bound: string) =>
  end === null || Date.parse(end) > Date.parse(bound)
