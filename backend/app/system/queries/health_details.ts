import { productVersion } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { currentHealth, overallStatus } from './health.js'
import { isTroubled, recentTrouble } from './trouble.js'

/** The health of every component with reasons, and the failed work of tenants: for the operator. */
export async function healthDetails() {
  const components = await currentHealth()
  const trouble = await asOperator(
    'the operator sees the failed work of all tenants',
    recentTrouble
  )
  const statuses = Object.values(components).map(({ status }) => status)
  if (isTroubled(trouble)) statuses.push('degraded')
  return { status: overallStatus(statuses), version: productVersion(), components, trouble }
}
