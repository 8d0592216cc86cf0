import { accounts, type Account } from '@crossdock/backend/users'
import { ask, now, transaction } from '@crossdock/kernel/database'
import { conflict, text, type Output } from '@crossdock/kernel/http'
import { enqueue } from '@crossdock/kernel/jobs'
import { asOperator } from '@crossdock/kernel/tenancy'
import { tenantOf } from '../chains.js'
import { erasePerson } from '../jobs/names.js'
import { inChain } from '../queries/chosen_chain.js'
import type { erasureBody } from '../validators/audit.js'

/**
 * Has a person erased from the audit, as a job. Only somebody who was removed: who works here, or for the operator, answers for
 * what they do, and nobody hides what they have done themselves.
 * @throws Problem 409 for somebody who is still there, 404 for the audit of others
 */
export async function askErasure({ userId, chain }: Output<typeof erasureBody>) {
  const id = await inChain(chain, async (chosen) => chosen.id)
  const account = await accounts.use().find(userId)
  if (account && (await concerns(account, id))) throw stillThere(account, tenantOf(id))
  await transaction(() =>
    enqueue(erasePerson, { chain: id, userId, askedAt: now() }, { uniqueKey: `${id} ${userId}` })
  )
  return { userId, chain: id }
}

/** Somebody of whom a chain has nothing is told from nobody by no answer. */
async function concerns({ id, tenantId }: Account, chain: string): Promise<boolean> {
  if (tenantId === tenantOf(chain)) return true
  const [row] = await asOperator('look whether an audit tells of somebody from outside', () =>
    ask<{ found: boolean | number }>(
      `select exists (select 1 from audit_entries where chain = ? and user_id = ?)
         or exists (select 1 from audit_entries where chain = ? and target_id = ?) as found`,
      [chain, id, chain, id]
    )
  )
  return Boolean(row!.found)
}

/** Whose address it is, is told in their own organization alone. */
const stillThere = ({ tenantId, email }: Account, tenant: string | null) =>
  conflict(
    'E_STILL_THERE',
    tenantId === tenant
      ? text(
          '{email} is still there. The audit keeps who does what; remove them first, then erase them.',
          { email }
        )
      : text(
          'This person is still there, outside of this organization. The audit keeps who does what, and erases only who was removed.'
        ),
    'userId'
  )
