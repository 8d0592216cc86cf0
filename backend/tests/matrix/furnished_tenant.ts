import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newId, now, transaction, unscoped } from '@crossdock/kernel/database'
import { secrets } from '@crossdock/kernel/secrets'
import { asOperator } from '@crossdock/kernel/tenancy'
import { addEnvironment } from './environments.js'
import { furnishedAgent } from './furnished_agent.js'
import { furnishedSync } from './furnished_sync.js'
import { furnishedWebhook } from './furnished_webhook.js'
import { bulkAction } from './furnished_environment.js'
import { until, type TestApp, type TestTenant } from '@crossdock/backend/testing'

/** A tenant with one of every object. Each contains a text that no other tenant may see. */
export interface FurnishedTenant extends TestTenant {
  secret: string
  /** Ids by kind of object. */
  ids: Record<string, string>
}

interface Identified {
  id: string
  executionId: string
}

/** A system to call. Answers everything with 200 and the same JSON. */
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
    authConfig: { accessToken: `${secret}-token` },
    capabilities: ['send'],
  })
  const endpoint = await post(`/api/integrations/systems/${system.id}/endpoints`, {
    name: `${secret}-endpoint`,
    path: '/things',
    method: 'POST',
    endpointType: 'outbound',
    triggers: ['file_upload'],
  })
  // A system without calls: the other systems work with all files.
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
  const contractTemplate = await templateOfTwoVersions(app, tenant, secret)
  const workflow = await post('/api/integrations/workflows', {
    name: `${secret}-workflow`,
    triggerType: 'file_event',
    triggerConfig: { eventTypes: ['file_upload'] },
    steps: [
      { type: 'api_call', systemId: system.id, endpointId: endpoint.id, config: {}, order: 1 },
    ],
  })
  const inbound = await post(`/api/integrations/systems/${bound.id}/endpoints`, {
    name: `${secret}-inbound`,
    path: '/things',
    method: 'POST',
    endpointType: 'inbound',
    triggers: ['webhook'],
  })
  const systemFlow = await post('/api/system-flows', {
    name: `${secret}-system-flow`,
    triggerSystemId: bound.id,
    triggerEventType: 'system_circuit_opened',
  })
  // The request starts no run: it is refused, and stored.
  await post(`/api/integrations/endpoints/${inbound.id}/test`, { params: { secret } })
  const variable = await post('/api/environments/production/variables', {
    name: 'PARTNER_KEY',
    value: `${secret}-value`,
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
  // An invited person has signed in.
  const notification = await until('a notification', async () => {
    const [first] = await list('/api/notifications')
    return first
  })
  const [log] = await list('/api/integrations/logs')
  const [event] = await list('/api/events?eventType=file_upload')
  const [webhook] = await list('/api/integrations/webhooks')
  const [webhookRequest] = await list('/api/integrations/webhook-requests')
  const [user] = await list('/api/users?sort=["createdAt","ASC"]')
  const [apiToken] = await list('/api/api-tokens')
  const [environment] = await list('/api/tenant/environments')
  const [session] = await list('/api/sessions')
  const target = await addEnvironment(tenant.id, 'development')
  const promotion = await post(`/api/environments/${environment!.id}/promotions`, {
    targetId: target,
    workflowIds: [workflow.id],
  })
  await addTrial(app, tenant, oauthConfig.id, secret)
  const agent = await furnishedAgent(app, tenant.token, secret)
  const sync = await furnishedSync(app, tenant.admin, secret, asset.id)
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
      contractTemplate,
      variable: variable.id,
      workflow: workflow.id,
      systemFlow: systemFlow.id,
      execution: execution.id,
      executionId: execution.executionId,
      log: log!.id,
      webhook: webhook!.id,
      webhookRequest: webhookRequest!.id,
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
      bulkAction: await bulkAction(tenant.id, 'production', secret),
      approval: await addApproval(tenant.id, { run: execution, userId: user!.id, secret }),
      passkey: await addPasskey(tenant.id, user!.id, secret),
      egressAllowance: allowance.id,
      oauthConfig: oauthConfig.id,
      logo: await addLogo(tenant.id, secret),
      demoRequest: await addDemoRequest(),
      publicLogo: await addPublicLogo(),
      failedJob: await addFailedJob(tenant.id, secret),
      parkedEvent: await parkedEvent(tenant.id, secret),
      event: event!.id,
      ...agent,
      ...sync,
      ...(await furnishedWebhook(app, tenant.admin, secret)),
    },
  }
}

/** A contract template in two versions. */
async function templateOfTwoVersions(
  app: TestApp,
  { admin: as }: TestTenant,
  secret: string
): Promise<string> {
  const definition = (path: string) => ({
    system: { authType: 'bearer', baseUrl: 'https://partner.example' },
    endpoints: [{ key: path, name: `${secret}-operation`, method: 'GET', path }],
  })
  const body = { name: `${secret}-template`, contractDefinition: definition('/one') }
  const made = await app.ok<Identified>('POST', '/api/contract-templates', { as, body })
  await app.ok('PUT', `/api/contract-templates/${made.id}`, {
    as,
    body: { contractDefinition: definition('/two') },
  })
  return made.id
}

/** The notifications with this text. */
const noticeOf = (id: string) =>
  asOperator('read notifications', async () => {
    const row = await unscoped().from('notifications').where('id', id).firstOrFail()
    return String(row.notice_id)
  })

/** No thumbnail is drawn of a text, so this inserts one. */
async function addThumbnail(tenantId: string, assetId: string): Promise<void> {
  await asOperator('insert a drawn thumbnail', async () => {
    const version = await unscoped().from('asset_versions').where('asset_id', assetId).firstOrFail()
    const { content_id } = version
    await unscoped().table('thumbnails').insert({
      id: newId(),
      tenant_id: tenantId,
      created_at: now(),
      source_id: content_id,
      content_id,
    })
  })
}

/** The result of a trial sign-in, which would need a browser and a provider. */
async function addTrial(app: TestApp, tenant: TestTenant, configId: string, secret: string) {
  const { user } = await app.ok<{ user: Identified }>('GET', '/api/auth/me', { as: tenant.admin })
  const id = newId()
  const trial = { failure: null, claims: [], person: null, role: secret, at: now() }
  await asOperator('insert a trial sign-in', async () =>
    unscoped()
      .table('oauth_sign_ins')
      .insert({
        id,
        tenant_id: tenant.id,
        created_at: now(),
        config_id: configId,
        state: id,
        browser: '',
        nonce: '',
        verifier: '',
        asks_anew: false,
        tried_by: user.id,
        expires_at: '2099-01-01T00:00:00.000Z',
        outcome: await app.inside(async () =>
          secrets.use().seal(JSON.stringify(trial), `oauth_sign_ins:${id}:outcome`)
        ),
      })
  )
}

/** A visitor's demo request. It belongs to no tenant. */
async function addDemoRequest(): Promise<string> {
  const id = newId()
  await asOperator('insert a demo request', () =>
    unscoped().table('demo_requests').insert({
      id,
      created_at: now(),
      name: 'Visitor',
      email: 'visitor@people.example',
      message: null,
      status: 'open',
    })
  )
  return id
}

/**
 * The operator's only logo.
 * @returns its hash
 */
async function addPublicLogo(): Promise<string> {
  const bytes = Buffer.from('a logo')
  const hash = createHash('sha256').update(bytes).digest('hex')
  await asOperator('insert a drawn picture', () =>
    unscoped()
      .insertQuery()
      .table('public_pages')
      .knexQuery.insert({
        id: 'public-pages',
        created_at: now(),
        updated_at: now(),
        figures: '{}',
        logo_hash: hash,
        logo: bytes.toString('base64'),
      })
      .onConflict('id')
      .ignore()
  )
  return hash
}

/** @returns its hash */
async function addLogo(tenantId: string, secret: string): Promise<string> {
  const hash = createHash('sha256').update(secret).digest('hex')
  await asOperator('insert a drawn picture', () =>
    unscoped()
      .table('tenant_logos')
      .insert({
        id: newId(),
        tenant_id: tenantId,
        created_at: now(),
        hash,
        mime_type: 'image/png',
        bytes: Buffer.from(secret).toString('base64'),
      })
  )
  return hash
}

/** The remains of an asset that was in a closed folder. */
async function addRemains(tenantId: string): Promise<void> {
  await asOperator('insert the remains of a deleted file', () =>
    unscoped().table('closed_remains').insert({
      id: newId(),
      tenant_id: tenantId,
      created_at: now(),
      asset_id: newId(),
      rules: '[]',
    })
  )
}

/** The result of a nightly retention run. */
async function addRetentionRun(tenantId: string): Promise<void> {
  await asOperator('insert a retention run', () =>
    unscoped().table('retention_runs').insert({
      id: newId(),
      tenant_id: tenantId,
      created_at: now(),
      kind: 'activity',
      job_id: newId(),
      started_at: now(),
      ended_at: now(),
      deleted: 3,
      failed: false,
    })
  )
}

/** A passkey of a device that does not exist. */
async function addPasskey(tenantId: string, userId: string, secret: string): Promise<string> {
  const id = newId()
  await asOperator('insert a passkey', () =>
    unscoped().table('passkeys').insert({
      id,
      tenant_id: tenantId,
      user_id: userId,
      created_at: now(),
      name: secret,
      credential_id: id,
      public_key: 'AA',
      counter: 0,
      transports: '[]',
    })
  )
  return id
}

/** An approval of a run that has ended. */
async function addApproval(
  tenantId: string,
  { run, userId, secret }: { run: Identified; userId: string; secret: string }
): Promise<string> {
  const id = newId()
  const of = { tenant_id: tenantId, created_at: now() }
  await asOperator('insert an approval', async () => {
    await unscoped()
      .table('flow_approvals')
      .insert({
        ...of,
        id,
        run_id: run.id,
        path: 'ask',
        step_id: 'ask',
        token: id,
        flow_id: newId(),
        flow_name: secret,
        execution_id: run.executionId,
        question: secret,
        status: 'open',
      })
    await unscoped()
      .table('flow_approval_people')
      .insert({ ...of, id: newId(), approval_id: id, user_id: userId })
    await unscoped()
      .table('flow_file_syncs')
      .insert({
        ...of,
        id: newId(),
        run_id: run.id,
        place: 'sync',
        asset_id: newId(),
        source_path: secret,
        fate: 'created',
      })
  })
  return id
}

/** A job that failed long ago and does not affect the current health. */
async function addFailedJob(tenantId: string, secret: string): Promise<string> {
  const id = newId()
  const failed_at = new Date(Date.now() - 10 * 24 * 60 * 60_000).toISOString()
  await asOperator('insert a failed job', () =>
    unscoped()
      .table('jobs')
      .insert({
        id,
        tenant_id: tenantId,
        lane: tenantId,
        name: 'mail.send',
        state: 'failed',
        payload: JSON.stringify({ letter: secret, data: {} }),
        actor: '{}',
        priority: 5,
        created_at: now(),
        run_at: now(),
        failed_at,
        last_error: secret,
      })
  )
  return id
}

/** A parked event that no consumer of this installation will retry. */
function parkedEvent(tenantId: string, secret: string): Promise<string> {
  return asOperator('insert a parked event', () =>
    transaction(async () => {
      const event = await unscoped().from('middleware_events').where('tenant_id', tenantId).first()
      const id = newId()
      const { id: event_id, event_type, transaction, seq } = event
      await unscoped().insertQuery().table('parked_events').insert({
        id,
        tenant_id: tenantId,
        consumer: 'tests.none',
        event_id,
        event_type,
        transaction,
        seq,
        state: 'failed',
        tries: 20,
        last_error: secret,
        tried_at: now(),
        created_at: now(),
      })
      return id
    })
  )
}
