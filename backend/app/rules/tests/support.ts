import type { TestApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
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

/** Writes behind the application's back what is told as a change of a tenant. */
export async function alterTenant(id: string, values: object): Promise<void> {
  await asOperator('a test has no other door for it', async () =>
    unscoped().from('tenants').where('id', id).update(values)
  )
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
