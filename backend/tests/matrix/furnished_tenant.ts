import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { addEnvironment } from './environments.js'
import { until, type TestApp, type TestTenant } from '@crossdock/backend/testing'

/** A tenant with one of everything, each carrying a text nobody else may ever see. */
export interface FurnishedTenant extends TestTenant {
  secret: string
  /** Kind of thing → id. */
  ids: Record<string, string>
}

interface Identified {
  id: string
  executionId: string
}

/** A system to call; answers everything with 200 and the same JSON. */
export async function startSystem(
  answer = '{"accepted":true}'
): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

export async function furnishedTenant(
  app: TestApp,
  subdomain: string,
  systemUrl: string
): Promise<FurnishedTenant> {
  const tenant = await app.tenant(subdomain)
  const secret = `${subdomain}-private-${crypto.randomUUID()}`
  const as = tenant.admin
  const post = (path: string, body: unknown) => app.ok<Identified>('POST', path, { as, body })

  const folder = await post('/api/assets', { name: `${secret}-folder`, type: 'folder' })
  const system = await post('/api/integrations/systems', {
    name: `${secret}-system`,
    systemType: 'api',
    baseUrl: systemUrl,
    authType: 'bearer',
    authConfig: { accessToken: secret },
    capabilities: ['send'],
  })
  const endpoint = await post(`/api/integrations/systems/${system.id}/endpoints`, {
    name: `${secret}-endpoint`,
    path: '/things',
    method: 'POST',
    endpointType: 'outbound',
    triggers: ['file_upload'],
  })
  // Of a system that nothing calls: others work with all files.
  const bound = await post('/api/integrations/systems', {
    name: `${secret}-bound`,
    systemType: 'api',
    baseUrl: systemUrl,
    authType: 'bearer',
    capabilities: ['send'],
  })
  const folderBinding = await post('/api/folder-bindings', {
    systemId: bound.id,
    assetId: folder.id,
    permissions: ['read'],
    visibilityRules: { include: [`${secret}-*`] },
  })
  const workflow = await post('/api/integrations/workflows', {
    name: `${secret}-workflow`,
    triggerType: 'file_event',
    triggerConfig: { eventTypes: ['file_upload'] },
    steps: [
      { type: 'api_call', systemId: system.id, endpointId: endpoint.id, config: {}, order: 1 },
    ],
  })
  const variable = await post('/api/environments/production/variables', {
    name: 'PARTNER_KEY',
    value: secret,
    isSecret: true,
    description: `${secret}-description`,
  })
  const role = await post('/api/roles', { name: `${secret}-role`, permissions: ['assets.read'] })
  const oauthConfig = await post('/api/oauth-configs', {
    name: `${secret}-provider`,
    issuer: systemUrl,
    clientId: secret,
    clientSecret: secret,
    settings: { allowedDomains: ['people.example'] },
  })
  await app.ok('PUT', '/api/tenant/branding', {
    as,
    body: { mailFooter: secret, customDomain: `files.${subdomain}.example` },
  })
  await app.ok('PUT', '/api/tenant/retention', {
    as,
    body: { rules: [{ kind: 'activity', days: 3_650 }] },
  })
  await addRetentionRun(tenant.id)
  const allowance = await app.ok<Identified>('POST', '/api/admin/egress-allowances', {
    as: await app.superAdmin(),
    body: { tenantId: tenant.id, network: '10.77.0.0/16', note: secret },
  })
  await app.ok('PUT', '/api/me/preferences', { as, body: { values: { 'list.views': secret } } })
  const read = await post('/api/users/import?dryRun=true', {
    csv: `email,lastName\nperson@${subdomain}.example,${secret}`,
  })
  await until('the file of people to be read', async () => {
    const file = await app.ok<{ state: string }>('GET', `/api/users/imports/${read.id}`, { as })
    return file.state === 'checked'
  })
  const form = new FormData()
  form.set('parentId', folder.id)
  form.set('file', new Blob([secret], { type: 'text/plain' }), `${secret}.txt`)
  const asset = await app.ok<Identified>('POST', '/api/assets', { as, body: form })
  await addThumbnail(tenant.id, asset.id)
  await addRemains(tenant.id)
  await app.ok('PUT', `/api/assets/${asset.id}/tags`, { as, body: { tags: ['invoice', secret] } })
  const metadata = { amount: 12.5, customer: secret }
  await app.ok('PUT', `/api/assets/${asset.id}`, { as, body: { metadata } })
  await app.ok('PUT', `/api/assets/${asset.id}/star`, { as })

  const share = await post(`/api/assets/${asset.id}/shares`, {
    kind: 'download',
    name: `${secret}-share`,
    message: secret,
  })
  const upload = await app.call('POST', '/api/uploads', {
    as,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': `filename ${Buffer.from(`${secret}.bin`).toString('base64')}`,
    },
  })

  const list = (path: string) => app.ok<Identified[]>('GET', path, { as })
  const execution = await until('the run', async () => {
    const [run] = await list('/api/flow-executions?status=completed')
    return run
  })
  // Whoever was invited has come in.
  const notification = await until('a notification', async () => {
    const [told] = await list('/api/notifications')
    return told
  })
  const [log] = await list('/api/integrations/logs')
  const [user] = await list('/api/users?sort=["createdAt","ASC"]')
  const [apiToken] = await list('/api/api-tokens')
  const [environment] = await list('/api/tenant/environments')
  const [session] = await list('/api/sessions')
  const target = await addEnvironment(tenant.id, 'development')
  const promotion = await post(`/api/environments/${environment!.id}/promotions`, {
    targetId: target,
    workflowIds: [workflow.id],
  })
  return {
    ...tenant,
    secret,
    ids: {
      tenant: tenant.id,
      asset: asset.id,
      upload: upload.headers.get('location')!.split('/').at(-1)!,
      folder: folder.id,
      share: share.id,
      system: system.id,
      endpoint: endpoint.id,
      folderBinding: folderBinding.id,
      variable: variable.id,
      workflow: workflow.id,
      execution: execution.id,
      executionId: execution.executionId,
      log: log!.id,
      user: user!.id,
      role: role.id,
      userImport: read.id,
      apiToken: apiToken!.id,
      environment: environment!.id,
      target,
      promotion: promotion.id,
      session: session!.id,
      notification: notification.id,
      notice: await noticeOf(notification.id),
      passkey: await addPasskey(tenant.id, user!.id, secret),
      egressAllowance: allowance.id,
      oauthConfig: oauthConfig.id,
      logo: await addLogo(tenant.id, secret),
      failedJob: await addFailedJob(tenant.id, secret),
      parkedEvent: await parkedEvent(tenant.id, secret),
    },
  }
}

/** What a notification tells. */
const noticeOf = (id: string) =>
  asOperator('look at what is told', async () => {
    const row = await unscoped().from('notifications').where('id', id).firstOrFail()
    return String(row.notice_id)
  })

/** Nothing is drawn of a text: it stands for its picture itself. */
async function addThumbnail(tenantId: string, assetId: string): Promise<void> {
  await asOperator('stand for a file that was drawn', async () => {
    const version = await unscoped().from('asset_versions').where('asset_id', assetId).firstOrFail()
    const { content_id } = version
    await unscoped()
      .table('thumbnails')
      .insert({
        ...{ id: newId(), tenant_id: tenantId, created_at: now() },
        ...{ source_id: content_id, content_id },
      })
  })
}

/** @returns its hash */
async function addLogo(tenantId: string, secret: string): Promise<string> {
  const hash = createHash('sha256').update(secret).digest('hex')
  await asOperator('stand for a picture that was drawn', () =>
    unscoped()
      .table('tenant_logos')
      .insert({
        ...{ id: newId(), tenant_id: tenantId, created_at: now() },
        ...{ hash, mime_type: 'image/png', bytes: Buffer.from(secret).toString('base64') },
      })
  )
  return hash
}

/** What is left of something that lay in a closed folder. */
async function addRemains(tenantId: string): Promise<void> {
  await asOperator('stand for a file that was deleted for good', () =>
    unscoped()
      .table('closed_remains')
      .insert({
        ...{ id: newId(), tenant_id: tenantId, created_at: now() },
        ...{ asset_id: newId(), rules: '[]' },
      })
  )
}

/** As if it had been night. */
async function addRetentionRun(tenantId: string): Promise<void> {
  await asOperator('stand for a deletion of what was old', () =>
    unscoped()
      .table('retention_runs')
      .insert({
        ...{ id: newId(), tenant_id: tenantId, created_at: now(), kind: 'activity' },
        ...{ job_id: newId(), started_at: now(), ended_at: now(), deleted: 3, failed: false },
      })
  )
}

/** A passkey of a device that is not here. */
async function addPasskey(tenantId: string, userId: string, secret: string): Promise<string> {
  const id = newId()
  await asOperator('stand for somebody with a device', () =>
    unscoped()
      .table('passkeys')
      .insert({
        ...{ id, tenant_id: tenantId, user_id: userId, created_at: now(), name: secret },
        ...{ credential_id: id, public_key: 'AA', counter: 0, transports: '[]' },
      })
  )
  return id
}

/** A job that failed so long ago that it is no present trouble. */
async function addFailedJob(tenantId: string, secret: string): Promise<string> {
  const id = newId()
  const failed_at = new Date(Date.now() - 10 * 24 * 60 * 60_000).toISOString()
  await asOperator('stand for a job that failed', () =>
    unscoped()
      .table('jobs')
      .insert({
        ...{ id, tenant_id: tenantId, lane: tenantId, name: 'mail.send', state: 'failed' },
        ...{ payload: JSON.stringify({ letter: secret, data: {} }), actor: '{}', priority: 5 },
        ...{ created_at: now(), run_at: now(), failed_at, last_error: secret },
      })
  )
  return id
}

/** What no consumer of this installation will try. */
function parkedEvent(tenantId: string, secret: string): Promise<string> {
  return asOperator('stand for a consumer that failed', () =>
    transaction(async () => {
      const event = await unscoped().from('middleware_events').where('tenant_id', tenantId).first()
      const id = newId()
      const { id: event_id, event_type, transaction, seq } = event
      await unscoped()
        .insertQuery()
        .table('parked_events')
        .insert({
          ...{ id, tenant_id: tenantId, consumer: 'tests.none', event_id, event_type },
          ...{ transaction, seq, state: 'failed', tries: 20, last_error: secret },
          ...{ tried_at: now(), created_at: now() },
        })
      return id
    })
  )
}
