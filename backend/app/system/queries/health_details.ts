import { productVersion } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { currentHealth, overall } from './health.js'
import { isTroubled, recentTrouble } from './trouble.js'

/** The health of every component with the reasons, and what tenants are in trouble with: for the operator. */
export async function healthDetails() {
  const components = await currentHealth()
  const trouble = await asOperator('the operator sees the trouble of all', recentTrouble)
  const statuses = Object.values(components).map(({ status }) => status)
  if (isTroubled(trouble)) statuses.push('degraded')
  return { status: overall(statuses), version: productVersion(), components, trouble }
}
