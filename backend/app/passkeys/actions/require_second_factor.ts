import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { conflict, notFound, text } from '@crossdock/kernel/ground'
import { tenantDirectory, asOperator, currentContext, inTenant } from '@crossdock/kernel/tenancy'
import { accounts } from '@crossdock/backend/users'
import { secondFactorRuleChanged } from '../event_types.js'
import { hasPasskey } from '../queries/second_factor.js'

const reason = 'only operators write what belongs to a tenant itself'

/**
 * Makes a tenant require a second factor, or stop. Applies to existing sessions in every process.
 * @returns whether anything changed
 * @throws Problem 409 for callers who would lock themselves out
 */
export function requireSecondFactor(tenantId: string, required: boolean): Promise<boolean> {
  return asOperator(reason, () =>
    transaction(async () => {
      if (required) await assertOwnPasskey(tenantId)
      const changed = await unscoped()
        .from('tenants')
        .where({ id: tenantId, second_factor_required: !required })
        .update({ second_factor_required: required, updated_at: now() })
      if (Number(changed) === 0) return false
      await inTenant(tenantId, () =>
        recordEvent(secondFactorRuleChanged, {
          // This event makes all processes check the people of the tenant again.
          target: { type: 'tenant', id: tenantId },
          payload: { required },
        })
      )
      return true
    })
  )
}

/** The lock keeps the passkey from being removed concurrently. */
async function assertOwnPasskey(tenantId: string): Promise<void> {
  const { userId } = currentContext().actor
  const account = userId ? await accounts.use().find(userId) : null
  if (account?.tenantId !== tenantId) return
  await accounts.use().hold([account.id])
  if (await hasPasskey(account.id)) return
  throw conflict(
    'E_NO_PASSKEY',
    text(
      'Add your own passkey first: after this change everyone needs one to sign in, including you.'
    )
  )
}

/** See `secondFactorSwitch`. */
export async function releaseTenant(tenant: string): Promise<boolean> {
  const found = await tenantDirectory.use().find(tenant)
  if (!found) throw notFound('There is no tenant with the id or subdomain "{id}".', tenant)
  return requireSecondFactor(found.id, false)
}
