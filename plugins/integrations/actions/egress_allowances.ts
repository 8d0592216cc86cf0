import { transaction } from '@crossdock/kernel/database'
import { parseRange, rangeText } from '@crossdock/kernel/egress'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, notFound, tenantDirectory, text, type Output } from '@crossdock/kernel/http'
import { asOperator, currentContext, inTenant } from '@crossdock/kernel/tenancy'
import { EgressAllowance } from '../models/egress_allowance.js'
import { findSystem } from '../queries/systems.js'
import type { allowEgressBody } from '../validators/egress_allowances.js'
import { egressAllowed, egressClosed } from '../event_types.js'

const reason = "allowances are the operator's, whatever tenant they are for"

/** Opens a range to one tenant, or to one of its systems. @throws Problem 404, 422 */
export async function allowEgress(input: Output<typeof allowEgressBody>): Promise<EgressAllowance> {
  const { systemId } = input
  const network = networkOf(input.network)
  const tenant = await tenantDirectory.use().find(input.tenantId)
  if (!tenant)
    throw invalid('tenantId', text('There is no tenant "{tenant}".', { tenant: input.tenantId }))
  return inTenant(tenant.id, () =>
    transaction(async () => {
      if (systemId) await findSystem(systemId)
      const grantedBy = currentContext().actor.userId
      const row = { ...input, tenantId: tenant.id, network, grantedBy }
      const made = await asOperator(reason, () => EgressAllowance.create(row))
      await tell(egressAllowed, made)
      return made
    })
  )
}

/** Closes it again: the next call is refused. @throws Problem 404 */
export async function withdrawEgress(id: string): Promise<void> {
  const found = await asOperator(reason, () => EgressAllowance.find(id))
  if (!found) throw notFound('There is no egress allowance with the id "{id}".', id)
  await inTenant(found.tenantId, () =>
    transaction(async () => {
      await asOperator(reason, async () => EgressAllowance.query().where('id', id).delete())
      await tell(egressClosed, found)
    })
  )
}

function networkOf(given: string): string {
  const range = parseRange(given.trim())
  if (range && range.port === undefined) return rangeText(range)
  throw invalid(
    'network',
    text(
      '"{given}" is not a range. Write a CIDR such as 10.1.0.0/16, or a single address; the port has a field of its own.',
      { given }
    )
  )
}

/** For the logs alone: tenants are not told which private addresses there are. */
async function tell(type: typeof egressAllowed, { id, systemId, network, port }: EgressAllowance) {
  await recordEvent(type, {
    target: { type: 'egress_allowance', id },
    payload: { systemId, network, port },
  })
}
