import type { TestApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator, insertMissing, inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { notifySeen, type Caller, type Reply } from '@crossdock/kernel/testing'

export interface Rules {
  allowedDomains: string[]
  ssoOnly: boolean
  sessionHours: number | null
}
export interface Refusal {
  code: string
  message: string
  errors: { field: string; message: string }[]
}

export const usual: Rules = { allowedDomains: [], ssoOnly: false, sessionHours: null }

/** Changes rules, and returns the reply even if it fails. */
export const put = (app: TestApp, as: Caller, body: object): Promise<Reply<Rules & Refusal>> =>
  app.call<Rules & Refusal>('PUT', '/api/tenant/rules', { as, body })

/** Changes rules with a confirmation, and asserts success. */
export const set = (app: TestApp, as: Caller, body: object): Promise<Rules> =>
  app.ok<Rules>('PUT', '/api/tenant/rules', { as, body: { confirm: true, ...body } })

export const statusOf = async (app: TestApp, as: Caller): Promise<number> =>
  (await app.call('GET', '/api/auth/me', { as })).status

/** Changes rules directly in the database, and records the event. */
export async function alterRules(id: string, values: object): Promise<void> {
  await inTenant(id, async () => {
    await insertMissing('sign_in_rules', [{ allowed_domains: '' }])
    await tenantTable('sign_in_rules').update(values)
  })
  notifySeen({ eventType: 'altered', tenantId: null, targetType: 'tenant', targetId: id })
}

/** Moves the start of a tenant's sessions back, and drops the caches. */
export async function ageSessions(tenantId: string, hours: number): Promise<void> {
  const begun = new Date(Date.now() - hours * 3_600_000).toISOString()
  await asOperator('a test makes time pass', async () =>
    unscoped().from('sessions').where('tenant_id', tenantId).update({ created_at: begun })
  )
  notifySeen({ eventType: 'altered', tenantId: null, targetType: 'tenant', targetId: tenantId })
}
