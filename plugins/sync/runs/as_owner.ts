import { presentRights } from '@crossdock/backend/access'
import { assetsRead } from '@crossdock/backend/assets'
import { text } from '@crossdock/kernel/ground'
import { currentTenantId, inTenant, type Actor } from '@crossdock/kernel/tenancy'
import type { SyncContract } from '../models/sync_contract.js'
import { PassStopped } from './pass_stopped.js'

/** Returns the actor of a contract's changes: the contract, on behalf of its owner. */
export const contractActor = ({ id, name, userId }: SyncContract): Actor => ({
  type: 'sync',
  id,
  userId,
  label: name,
})

/**
 * Runs `work` in the tenant and environment of a contract, with the present permissions of its owner.
 * @throws PassStopped if the owner may no longer sign in or read files
 */
export async function asOwner<T>(contract: SyncContract, work: () => Promise<T>): Promise<T> {
  const { permissions, mayEnter } = await presentRights.use().of(contract.userId)
  if (!mayEnter || !permissions.has(assetsRead.name)) {
    throw new PassStopped(
      text(
        'The person whose rights the contract uses may not read files any more. Another person must take the contract over.'
      )
    )
  }
  const { environmentId } = contract
  const part = { environmentId, permissions, actor: contractActor(contract) }
  return await inTenant(currentTenantId(), work, part)
}
