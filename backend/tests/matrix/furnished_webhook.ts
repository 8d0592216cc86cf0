import type { Caller, TestApp } from '@crossdock/backend/testing'
import { newId, now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'

/**
 * A paused webhook, with a failed delivery and its attempt.
 * @param as the caller and environment
 */
export async function furnishedWebhook(
  app: TestApp,
  as: Caller,
  secret: string
): Promise<Record<string, string>> {
  const { id } = await app.ok<{ id: string }>('POST', '/api/webhooks', {
    as,
    body: {
      name: `${secret}-webhook`,
      url: `https://partner.example/${secret}`,
      eventTypes: ['file_upload'],
      isActive: false,
      headers: [{ name: 'x-partner', value: secret }],
    },
  })
  // The matrices fill all parameters of a path with one id.
  const deliveryId = id
  await asOperator('insert a failed delivery', async () => {
    const found = await unscoped().from('webhook_subscriptions').where('id', id).first()
    const of = { tenant_id: found.tenant_id, created_at: now() }
    const insert = (table: string, row: object) => unscoped().table(table).insert(row)
    await insert('webhook_deliveries', {
      ...of,
      id: deliveryId,
      subscription_id: id,
      environment_id: found.environment_id,
      event_id: newId(),
      event_type: 'file_upload',
      status: 'failed',
      attempts: 1,
      is_last: false,
      is_manual: false,
      is_example: false,
      status_code: 500,
      body: JSON.stringify({ type: 'file_upload', data: { secret } }),
      ended_at: now(),
    })
    await insert('webhook_attempts', {
      ...of,
      id: newId(),
      delivery_id: deliveryId,
      number: 1,
      status_code: 500,
      duration_ms: 5,
      answer: secret,
      is_manual: false,
    })
  })
  return { outboundWebhook: id }
}
