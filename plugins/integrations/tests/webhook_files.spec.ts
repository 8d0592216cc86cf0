// onBothDatabases: files and runs are one commit that relies on a unique index.
import { createHmac, randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { Probe, probePlugin } from '../../flows/tests/probe.js'
import { addEndpoint, connect, makeFolder } from './fixtures.js'
import { HookLab, type ShownWebhook } from './hook_lab.js'

interface Received {
  field: string
  name: string
  size: number
  type: string
  assetId: string
  version: number
  versionId: string
}

interface Refusal {
  code: string
  message: string
}

const secret = 'correct-horse-battery'
const see = { id: 'see', type: 'probe', config: {} }

test.group('Files of forms that webhooks receive', (group) => {
  const steps = new Probe()
  let app: TestApp
  let other: TestTenant

  group.setup(async () => {
    app = await bootApp({ plugins: [probePlugin(steps)] })
    other = await app.tenant('other')
    steps.on('see', ({ input }) => ({ data: input.data, assetId: input.assetId }))
    return () => app.stop()
  })

  let turn = 0

  /** A workflow of a new tenant, and a folder. */
  async function hooked(setUp: object = {}) {
    const lab = new HookLab(app, await app.tenant(`acme${turn++}`))
    const filesFolder = await makeFolder(app, lab.tenant.admin, 'Inbox')
    const flow = await lab.workflow({ steps: [see] })
    const { id } = await lab.webhookOf({ workflowId: flow.id })
    const webhook = await lab.setUp(id, { filesFolder, ...setUp })
    const inbox = () => filesIn(lab.tenant, filesFolder)
    return { lab, filesFolder, webhook, url: webhook.webhookUrl, inbox }
  }

  const filesIn = async (tenant: TestTenant, parentId: string) => {
    const filter = encodeURIComponent(JSON.stringify({ parentId }))
    return app.ok<{ id: string; name: string; version: number }[]>(
      'GET',
      `/api/assets?filter=${filter}`,
      { as: tenant.admin }
    )
  }

  const rows = (table: string, { id }: TestTenant): Promise<Record<string, unknown>[]> =>
    app.inside(() =>
      asOperator('a test reads rows', async () => unscoped().from(table).where('tenant_id', id))
    )

  const counted = async (tenant: TestTenant) => {
    const counts: Record<string, number> = {}
    for (const table of ['assets', 'asset_versions', 'contents', 'flow_execution_history']) {
      counts[table] = (await rows(table, tenant)).length
    }
    return counts
  }

  const ran = async (lab: HookLab, executionId: string) => {
    const run = await lab.ended(executionId)
    return run.stepResults[0]!.output as {
      data: { body: unknown; files: Received[]; contentType: string }
      assetId: string | null
    }
  }

  test('become assets in the commit of the run, which reads their handles', async ({ assert }) => {
    const { lab, filesFolder, webhook, url, inbox } = await hooked()
    assert.containSubset(webhook, { filesFolder, filesFolderPath: '/Inbox' })
    const one = formOf({ scan: ['waybill.pdf', '%PDF-1.4 one'] }, { title: 'Waybill' })
    const taken = await lab.send(url, { body: one })
    assert.equal(taken.status, 202)
    const { data, assetId } = await ran(lab, taken.body.executionId!)
    const [file] = data.files
    assert.containSubset(data, { body: { title: 'Waybill' } })
    assert.containSubset(file, {
      field: 'scan',
      name: 'waybill.pdf',
      size: 12,
      type: 'application/pdf',
      version: 1,
    })
    assert.equal(assetId, file!.assetId)
    assert.deepEqual(
      (await inbox()).map(({ id }) => id),
      [file!.assetId]
    )
    const [version] = await rows('asset_versions', lab.tenant)
    assert.equal(version!.id, file!.versionId)
    const stored = await lab.request(taken.body.requestId)
    assert.containSubset(stored, { body: '{"title":"Waybill"}', files: [file] })
    assert.lengthOf(await rows('contents', lab.tenant), 1)
    // The cause of the upload event is the received request.
    const events = await rows('middleware_events', lab.tenant)
    const eventOf = (type: string) => events.find(({ event_type }) => event_type === type)
    assert.equal(eventOf('file_upload')!.cause_id, eventOf('webhook_received')!.id)
    // With two files, the run has no file of its own. A name that exists gets the next version.
    const two = await lab.send(url, {
      body: formOf({ scan: ['waybill.pdf', '%PDF-1.4 two'], photo: ['a.txt', 'x'] }),
    })
    const both = await ran(lab, two.body.executionId!)
    assert.isNull(both.assetId)
    assert.deepEqual(
      both.data.files.map(({ field, name, version }) => [field, name, version]),
      [
        ['scan', 'waybill.pdf', 2],
        ['photo', 'a.txt', 1],
      ]
    )
    assert.lengthOf(await inbox(), 2)
  })

  test('are refused without a folder, and accepted by a replay once there is one', async ({
    assert,
  }) => {
    const { lab, filesFolder, webhook, url, inbox } = await hooked({ filesFolder: null })
    const refused = await lab.send<Refusal>(url, { body: formOf({ scan: ['a.txt', 'bytes'] }) })
    assert.equal(refused.status, 422)
    assert.match(refused.body.message, /has no folder for files/)
    const [row] = await lab.requests({ outcome: 'refused_files' })
    assert.match(row!.reason!, /Choose a folder for it/)
    assert.equal((await lab.send(url, { body: formOf({}, { title: 'x' }) })).status, 202)
    await lab.setUp(webhook.id, { filesFolder })
    const replayed = await lab.replay(row!.id)
    assert.equal(replayed.status, 202)
    const first = await ran(lab, replayed.body.executionId!)
    // Replaying the replay, and replaying the refused request again, use the same file.
    for (const id of [replayed.body.requestId, row!.id]) {
      const again = await lab.replay(id)
      assert.equal(again.status, 202)
      const { data, assetId } = await ran(lab, again.body.executionId!)
      assert.deepEqual(data.files, first.data.files)
      assert.equal(assetId, first.assetId)
    }
    assert.deepEqual(
      (await inbox()).map(({ version }) => version),
      [1]
    )
    assert.lengthOf(await rows('asset_versions', lab.tenant), 1)
  })

  test('of a repeated message are stored once', async ({ assert }) => {
    const { lab, url, inbox } = await hooked({
      verification: 'github',
      verificationConfig: { secret },
    })
    const send = (key: string, id: string) => lab.send(url, signed(key, id))
    const before = await counted(lab.tenant)
    // Red when files are stored before the signature is checked.
    assert.equal((await send('wrong', 'one')).status, 401)
    assert.deepEqual(await counted(lab.tenant), before)
    const all = await Promise.all(Array.from({ length: 4 }, () => send(secret, 'one')))
    assert.deepEqual(
      all.map(({ status }) => status),
      [202, 202, 202, 202]
    )
    assert.lengthOf(new Set(all.map(({ body }) => body.executionId)), 1)
    assert.equal((await send(secret, 'one')).status, 202)
    assert.deepEqual(
      (await inbox()).map(({ version }) => version),
      [1]
    )
    assert.lengthOf(await rows('flow_execution_history', lab.tenant), 1)
  })

  // Red when take() discards nothing: the bytes of the second form would follow those of the first.
  test('of a refused request are not stored, not even their bytes', async ({ assert }) => {
    const { lab, webhook, url, inbox } = await hooked()
    const flowId = webhook.workflowId as string
    await lab.change(flowId, { isActive: false })
    const before = await counted(lab.tenant)
    const large = () => formOf({ scan: ['a.bin', randomBytes(600_000)] })
    assert.equal((await lab.send(url, { body: large() })).status, 409)
    // A name that no disk accepts, next to a valid one.
    const named = formOf({ good: ['a.txt', 'x'], bad: ['con.txt', 'x'] })
    await lab.change(flowId, { isActive: true })
    const refused = await lab.send<Refusal>(url, { body: named })
    assert.equal(refused.status, 422)
    assert.match(refused.body.message, /a device on Windows/)
    assert.deepEqual({ ...(await counted(lab.tenant)), contents: 0 }, { ...before, contents: 0 })
    // The refused request itself is stored completely, for a replay.
    const kept = (await rows('contents', lab.tenant)).length
    assert.isAtMost(kept, 1)
    assert.equal((await lab.send(url, { body: large() })).status, 202)
    assert.lengthOf(await inbox(), 1)
    const chunks = await rows('content_chunks', lab.tenant)
    const end = Math.max(
      ...chunks.map(({ pack_offset, size }) => Number(pack_offset) + Number(size))
    )
    assert.isBelow(end, 1_500_000)
  })

  test('need room', async ({ assert }) => {
    const { lab, webhook, url, inbox } = await hooked()
    const before = await counted(lab.tenant)
    await app.limit(lab.tenant.id, { storage_quota_gb: 0 })
    const body = formOf({ small: ['a.txt', 'x'], scan: ['b.bin', randomBytes(2_000)] })
    const refused = await lab.send<Refusal>(url, { body })
    assert.equal(refused.status, 507)
    assert.deepEqual(await counted(lab.tenant), before)
    const [row] = await lab.requests({ outcome: 'limit' })
    assert.containSubset(row, { status: 507, files: null })
    await app.limit(lab.tenant.id, { storage_quota_gb: 1, max_file_size: 1 })
    assert.equal((await lab.replay(row!.id)).status, 202)
    // A form may be larger than the environment's limit of a file.
    await lab.setUp(webhook.id, { maxBytes: 3_000_000 })
    const long = formOf({ small: ['c.txt', 'x'], scan: ['d.bin', randomBytes(1_500_000)] })
    const tooLong = await lab.send<Refusal>(url, { body: long })
    assert.equal(tooLong.status, 413)
    assert.lengthOf(await inbox(), 2)
    const [last] = await lab.requests({ outcome: 'refused_files' })
    assert.equal(last?.reason, tooLong.body.message)
  })

  test('are stored with the rights of the person who chose the folder', async ({ assert }) => {
    const { lab, filesFolder, webhook, url, inbox } = await hooked({ filesFolder: null })
    const { admin } = lab.tenant
    const path = `/api/integrations/webhooks/${webhook.id}`
    const choose = (filesFolder: string, as = lab.tenant.token) =>
      app.call<Refusal>('PUT', path, { as, body: { filesFolder } })
    // A folder of another tenant gives the same answer as a missing one.
    const theirs = await makeFolder(app, other.admin, 'Theirs')
    for (const id of [theirs, 'missing']) {
      const { status, body } = await choose(id)
      assert.equal(status, 422)
      assert.include(body.message, `no folder with the id "${id}"`)
    }
    const file = await app.ok<{ id: string }>('POST', '/api/assets', {
      as: admin,
      body: formOf({ file: ['a.txt', 'x'] }),
    })
    assert.equal((await choose(file.id)).status, 422)
    // One person may only read there, another may not change files at all.
    const permissions = ['assets.read', 'assets.write', 'integrations.read', 'integrations.write']
    const { key: role } = await app.ok<{ key: string }>('POST', '/api/roles', {
      as: admin,
      body: { name: 'Connector', permissions },
    })
    const email = `connector@${lab.tenant.subdomain}.example`
    await app.ok('POST', '/api/users', { as: admin, body: { email, role } })
    const connector = await app.signIn(email, lab.tenant.id)
    const narrow = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: admin,
      body: { name: 'narrow', scopes: ['integrations.read', 'integrations.write'] },
    })
    const narrowed = { headers: { authorization: `Bearer ${narrow.token}` } }
    const close = (everyone: string) =>
      app.ok('PUT', `/api/assets/${filesFolder}/permissions`, {
        as: admin,
        body: { everyone, grants: [] },
      })
    await close('read')
    const onlyRead = await choose(filesFolder, connector)
    assert.deepEqual([onlyRead.status, onlyRead.body.code], [403, 'E_FOLDER_READ_ONLY'])
    const missing = await choose(filesFolder, narrowed)
    assert.equal(missing.status, 403)
    assert.include(missing.body.message, 'assets.write')
    await close('write')
    assert.equal((await choose(filesFolder, connector)).status, 200)
    const send = () => lab.send<Refusal>(url, { body: formOf({ scan: ['b.txt', 'x'] }) })
    assert.equal((await send()).status, 202)
    // Red when files are stored without rights, or with all rights.
    await close('read')
    const refused = await send()
    assert.equal(refused.status, 422)
    assert.match(refused.body.message, /closed to the person who chose it/)
    await lab.setUp(webhook.id, { filesFolder: null })
    await lab.setUp(webhook.id, { filesFolder })
    assert.equal((await send()).status, 202)
    assert.lengthOf(await inbox(), 1)
  })

  test('of an inbound endpoint are the files of its runs', async ({ assert }) => {
    const { lab, filesFolder, inbox } = await hooked()
    const { id: systemId } = await connect(app, lab.tenant.admin)
    const endpoint = await addEndpoint(app, lab.tenant.admin, systemId, {
      name: 'Scans',
      endpointType: 'inbound',
      triggers: ['webhook'],
      fieldMapping: { userMetadata: { title: 'body.title' } },
    })
    const { id, webhookUrl }: ShownWebhook = await lab.webhookOf({ endpointId: endpoint.id })
    await lab.setUp(id, { filesFolder })
    for (const name of ['One', 'Two']) {
      await lab.workflow({ name, triggerConfig: { endpointId: endpoint.id }, steps: [see] })
    }
    const body = formOf({ scan: ['a.txt', 'x'] }, { title: 'Scan' })
    const taken = await lab.send(webhookUrl, { body })
    assert.lengthOf(taken.body.executionIds, 2)
    const [file] = await inbox()
    for (const executionId of taken.body.executionIds) {
      const { data, assetId } = await ran(lab, executionId)
      assert.containSubset(data, { fields: { title: 'Scan' }, files: [{ assetId: file!.id }] })
      assert.equal(assetId, file!.id)
    }
  })
})

type Parts = Record<string, [name: string, bytes: string | Buffer]>

function formOf(files: Parts, fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [field, [name, bytes]] of Object.entries(files)) {
    form.set(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  }
  return form
}

/** Signs like GitHub: over the bytes of the form. */
function signed(key: string, id: string) {
  const boundary = '------------------------d74496d66958873e'
  const head = 'content-disposition: form-data; name="scan"; filename="a.txt"'
  const body = `--${boundary}\r\n${head}\r\n\r\nthe same bytes\r\n--${boundary}--\r\n`
  const signature = createHmac('sha256', key).update(body).digest('hex')
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'x-hub-signature-256': `sha256=${signature}`,
    'x-github-delivery': id,
  }
  return { body, headers }
}
