import { transaction } from '@crossdock/kernel/database'
import { parseRange, rangeText } from '@crossdock/kernel/egress'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid, notFound, text } from '@crossdock/kernel/ground'
import { tenantDirectory, asOperator, currentContext, inTenant } from '@crossdock/kernel/tenancy'
import type { Output } from '@crossdock/kernel/shapes'
import { EgressAllowance } from '../models/egress_allowance.js'
import { findSystem } from '../queries/systems.js'
import type { allowEgressBody } from '../validators/egress_allowances.js'
import { egressAllowed, egressClosed } from '../event_types.js'

const reason = 'the operator manages allowances of all tenants'

/**
 * Allows the systems of a tenant, or one of its systems, to connect to a range of addresses.
 * @throws Problem 404, 422
 */
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
      await recordChange(egressAllowed, made)
      return made
    })
  )
}

/**
 * Withdraws an allowance. The next call to its range is refused.
 * @throws Problem 404
 */
export async function withdrawEgress(id: string): Promise<void> {
  const found = await asOperator(reason, () => EgressAllowance.find(id))
  if (!found) throw notFound('There is no egress allowance with the id "{id}".', id)
  await inTenant(found.tenantId, () =>
    transaction(async () => {
      await asOperator(reason, async () => EgressAllowance.query().where('id', id).delete())
      await recordChange(egressClosed, found)
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

/** Records the change only in logs, because tenants must not learn which private addresses exist. */
async function recordChange(
  type: typeof egressAllowed,
  { id, systemId, network, port }: EgressAllowance
) {
  await recordEvent(type, {
    target: { type: 'egress_allowance', id },
    payload: { systemId, network, port },
  })
}
