import { accounts } from '@crossdock/backend/users'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { accessGuards, roles, type PresentRights, type RightsOfPerson } from './contracts/index.js'

const unbound = { environmentId: null, expiresAt: null }

const noRights: RightsOfPerson = { isHere: false, mayEnter: false, permissions: new Set() }

/** Answers come from the cache until the event log reports a change. */
export const presentRightsOf: PresentRights = {
  async of(userId) {
    const account = userId ? await accounts.use().known(userId) : null
    if (!account) return noRights
    const isHere = account.isSuperAdmin || account.tenantId === currentTenantId()
    if (!isHere) return noRights
    if (!account.mayEnter) return { ...noRights, isHere }
    return { isHere, mayEnter: true, permissions: await roles.use().permissionsOf(account) }
  },
  async ofActor({ type, id, userId }) {
    const person = await presentRightsOf.of(userId)
    if (type === 'user') return { ...person, bounds: unbound }
    const guard = accessGuards.entries().find(([name]) => name === type)?.[1]
    const identity = id && person.mayEnter ? await guard?.recall?.(id) : null
    if (!identity) return { ...noRights, bounds: unbound }
    const { permissions, environmentId, expiresAt = null } = identity
    return { ...person, permissions, bounds: { environmentId, expiresAt } }
  },
}
