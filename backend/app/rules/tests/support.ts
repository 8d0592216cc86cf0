import type { TestApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator, insertMissing, inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { tellSeen, type Caller, type Reply } from '@crossdock/kernel/testing'

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

/** Changes rules, whatever becomes of it. */
export const put = (app: TestApp, as: Caller, body: object): Promise<Reply<Rules & Refusal>> =>
  app.call<Rules & Refusal>('PUT', '/api/tenant/rules', { as, body })

/** Changes them, and nobody minds. */
export const set = (app: TestApp, as: Caller, body: object): Promise<Rules> =>
  app.ok<Rules>('PUT', '/api/tenant/rules', { as, body: { confirm: true, ...body } })

export const statusOf = async (app: TestApp, as: Caller): Promise<number> =>
  (await app.call('GET', '/api/auth/me', { as })).status

/** Changes rules behind the application's back, and tells of it. */
export async function alterRules(id: string, values: object): Promise<void> {
  await inTenant(id, async () => {
    await insertMissing('sign_in_rules', [{ allowed_domains: '' }])
    await tenantTable('sign_in_rules').update(values)
  })
  tellSeen({ eventType: 'altered', tenantId: null, targetType: 'tenant', targetId: id })
}

/** Has a tenant's sessions begin earlier, and everybody look at them again. */
export async function ageSessions(tenantId: string, hours: number): Promise<void> {
  const begun = new Date(Date.now() - hours * 3_600_000).toISOString()
  await asOperator('a test makes time pass', async () =>
    unscoped().from('sessions').where('tenant_id', tenantId).update({ created_at: begun })
  )
  tellSeen({ eventType: 'altered', tenantId: null, targetType: 'tenant', targetId: tenantId })
}
