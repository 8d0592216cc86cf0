import type { HttpContext } from '@adonisjs/core/http'
import { notFound } from '@crossdock/kernel/ground'
import { Reader, type Input, type ItemInput } from '@crossdock/kernel/http'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { TenantEnvironment } from '../models/tenant_environment.js'
import { periodOf, usageDays, type Period } from './days.js'
import { metersUsed } from './meters_used.js'
import { askForMore } from './ask_for_more.js'
import { largestUsers } from './people.js'
import type { moreBody, tenantUsageQuery, usageQuery } from './validators.js'

export default class UsageController {
  async ofTenant({ http, query }: Input<undefined, typeof tenantUsageQuery>) {
    const { environmentId, since, until } = query
    const found = TenantEnvironment.query()
      .whereNull('deleted_at')
      .orderBy('createdAt')
      .orderBy('id')
    if (environmentId !== undefined) {
      void found.where((named) => named.where('id', environmentId).orWhere('name', environmentId))
    }
    const environments = await found
    if (environmentId !== undefined && environments.length === 0) throw missing(environmentId)
    return await answer(http, environments, periodOf(since, until))
  }

  people() {
    return largestUsers()
  }

  async request({ body }: Input<typeof moreBody>) {
    await askForMore(body)
  }

  async ofEnvironment({ http, params, query }: ItemInput<undefined, typeof usageQuery>) {
    const period = periodOf(query.since, query.until)
    const environment = await asOperator('the environment may belong to any tenant', () =>
      TenantEnvironment.find(params.id)
    )
    if (!environment) throw missing(params.id)
    return await inTenant(environment.tenantId, () => answer(http, [environment], period))
  }
}

const missing = (id: string) => notFound('There is no environment with the id or name "{id}".', id)

async function answer(http: HttpContext, environments: TenantEnvironment[], period: Period) {
  const reader = new Reader(http)
  const shown = []
  for (const { id, tenantId, name, displayName } of environments) {
    const meters = await metersUsed({ tenantId, environmentId: id }, (text) => reader.say(text))
    shown.push({ environmentId: id, name, displayName, meters })
  }
  const ids = environments.map(({ id }) => id)
  return { environments: shown, days: await usageDays(ids, period) }
}
