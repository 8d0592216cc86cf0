import { accounts } from '@crossdock/backend/users'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { roles, type PresentRights, type RightsOfPerson } from './contracts/index.js'

const nobody: RightsOfPerson = { label: null, mayEnter: false, permissions: new Set() }

/** Accounts are read each time, roles as long as the log tells of no change. */
export const presentRightsOf: PresentRights = {
  async of(userId) {
    const account = userId ? await accounts.use().find(userId) : null
    const isHere = account && (account.isSuperAdmin || account.tenantId === currentTenantId())
    if (!isHere) return nobody
    const { label, mayEnter } = account
    if (!mayEnter) return { ...nobody, label }
    return { label, mayEnter, permissions: await roles.use().permissionsOf(account) }
  },
}
