import { createHmac } from 'node:crypto'
import { test } from '@japa/runner'
import { call } from '@crossdock/kernel/testing'
import { itemOf, promotionLab } from '../../environments/tests/promotion_lab.js'
import { makeFolder } from './fixtures.js'
import type { ShownRequest, ShownWebhook } from './hook_lab.js'

const secret = 'correct-horse-battery'

test.group('Promoted webhooks', (group) => {
  const lab = promotionLab(group)

  const webhookOf = async (filter: object, environment: string): Promise<ShownWebhook> => {
    const query = encodeURIComponent(JSON.stringify(filter))
    const [found] = await lab().show<ShownWebhook[]>(`webhooks?filter=${query}`, environment)
    return found!
  }
  const setUp = (id: string, body: object, environment: string) =>
    lab().app.ok('PUT', `/api/integrations/webhooks/${id}`, {
      as: lab().in(environment, lab().tenant.token),
      body,
    })
  const send = (url: string, key: string) => {
    const body = '{"n":1}'
    const signature = createHmac('sha256', key).update(body).digest('hex')
    const headers = {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${signature}`,
    }
    return call(lab().app.url, 'POST', new URL(url).pathname, { body, headers })
  }
  const github = { verification: 'github', verificationConfig: { secret } }

  // Red when a promoted webhook accepts any request, or has the secret of its source.
  test('a workflow keeps its verification, and needs its own secret', async ({ assert }) => {
    const workflowId = await lab().workflow('Hooked', [], { triggerType: 'webhook' })
    const source = await webhookOf({ workflowId }, 'development')
    const answer = { mode: 'wait', waitSeconds: 7, maxBytes: 5_000 }
    const filesFolder = await makeFolder(lab().app, lab().tenant.admin, 'Test data')
    await setUp(source.id, { ...github, ...answer, filesFolder }, 'development')
    const plan = await lab().plan(workflowId)
    assert.include(JSON.stringify(plan.warnings), 'github.secret')
    assert.notInclude(JSON.stringify(plan), secret)
    const promoted = await lab().promote(workflowId)
    const { targetId } = itemOf(promoted, 'Hooked')
    const target = await webhookOf({ workflowId: targetId }, 'production')
    assert.containSubset(target, { verification: 'github', ...answer })
    assert.isNull(target.verificationConfig.secret)
    assert.isNull(target.filesFolder)
    await lab().change(`workflows/${targetId}`, { isActive: true }, 'production')
    for (const key of [secret, '']) assert.equal((await send(target.webhookUrl, key)).status, 401)
    const query = encodeURIComponent(JSON.stringify({ addressId: target.id }))
    const [row] = await lab().show<ShownRequest[]>(`webhook-requests?filter=${query}`)
    assert.match(row!.reason!, /has no secret yet/)
    const own = 'of-production-alone'
    await setUp(
      target.id,
      { ...github, verificationConfig: { secret: own }, mode: 'accept' },
      'production'
    )
    assert.equal((await send(target.webhookUrl, own)).status, 202)
    // The next promotion keeps the secret, and changes the other settings.
    await setUp(source.id, { mode: 'accept', maxBytes: 6_000 }, 'development')
    await lab().promote(workflowId)
    assert.equal((await send(target.webhookUrl, own)).status, 202)
    assert.equal((await webhookOf({ workflowId: targetId }, 'production')).maxBytes, 6_000)
    // Another verification: the secret belonged to the former one.
    await setUp(source.id, { verification: 'shopify' }, 'development')
    assert.include(JSON.stringify((await lab().plan(workflowId)).warnings), 'github.secret')
    await lab().promote(workflowId)
    const moved = await webhookOf({ workflowId: targetId }, 'production')
    assert.containSubset(moved, { verification: 'shopify', verificationConfig: { secret: null } })
    assert.equal((await send(target.webhookUrl, own)).status, 401)
  })

  // Red when setSettings() does not require `integrations.write`: a caller who may promote workflows could
  // remove a verification.
  test('a verification changes only with the permission to change it', async ({ assert }) => {
    const workflowId = await lab().workflow('Guarded', [], { triggerType: 'webhook' })
    const promoted = await lab().promote(workflowId)
    const { targetId } = itemOf(promoted, 'Guarded')
    const source = await webhookOf({ workflowId }, 'development')
    await setUp(source.id, github, 'development')
    const scopes = ['environments.read', 'environments.write', 'flows.read', 'flows.write']
    const { token } = await lab().app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: lab().tenant.admin,
      body: { name: 'narrow', scopes },
    })
    const as = { headers: { authorization: `Bearer ${token}` } }
    const { status, body } = await lab().ask([workflowId], {}, as)
    assert.equal(status, 403, JSON.stringify(body))
    assert.include(body.message, 'integrations.write')
    const target = await webhookOf({ workflowId: targetId }, 'production')
    assert.equal(target.verification, 'none')
  })

  test('the same for an inbound endpoint', async ({ assert }) => {
    const systemId = await lab().system('Shop')
    const inbound = { endpointType: 'inbound', triggers: ['webhook'] }
    const endpointId = await lab().endpoint(systemId, 'Order came', inbound)
    const source = await webhookOf({ endpointId }, 'development')
    await setUp(source.id, github, 'development')
    const config = { triggerType: 'webhook', triggerConfig: { endpointId } }
    const workflowId = await lab().workflow('On orders', [], config)
    const promoted = await lab().promote(workflowId)
    const { targetId } = itemOf(promoted, 'Order came')
    const target = await webhookOf({ endpointId: targetId }, 'production')
    assert.equal(target.verification, 'github')
    assert.isNull(target.verificationConfig.secret)
    assert.equal((await send(target.webhookUrl, secret)).status, 401)
  })
})
