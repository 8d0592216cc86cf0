import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import type { Problem } from '@crossdock/kernel/ground'
import { inTenant } from '@crossdock/kernel/tenancy'
import { maskTrigger } from '../definition/sealed.js'
import { Workflow as StoredWorkflow } from '../models/workflow.js'

interface Workflow {
  triggerConfig: object
  id: string
  name: string
  isActive: boolean
  steps: { id: string; type: string; order: number }[]
}

const mark = (config: object = { metadata: { seen: true } }) => ({
  type: 'metadata_update',
  config,
})
/** Each of about 200 bytes, and of half as many characters. */
const manyFolders = (count: number) =>
  Array.from({ length: count }, (_, at) => `${at}`.padEnd(100, 'ä'))
const onUpload = {
  name: 'Mark invoices',
  triggerType: 'file_event',
  triggerConfig: { eventTypes: ['file_upload'], fileTypes: ['pdf'], folderPaths: ['/Invoices'] },
  steps: [mark()],
}

test.group('workflows over HTTP', (group) => {
  let app: TestApp
  let acme: TestTenant
  let other: TestTenant

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    other = await app.tenant('birch')
    return () => app.stop()
  })

  const create = (body: object) =>
    app.call<Workflow & Problem>('POST', '/api/integrations/workflows', { as: acme.admin, body })

  test('a workflow is created, listed, changed in part, paused and deleted', async ({ assert }) => {
    const made = await create({ ...onUpload, tenantId: acme.id })
    assert.equal(made.status, 201)
    assert.containSubset(made.body, { ...onUpload, steps: [{ order: 1, systemId: null }] })
    assert.isTrue(made.body.isActive)
    const path = `/api/integrations/workflows/${made.body.id}`

    const paused = await app.ok<Workflow>('PUT', path, {
      as: acme.admin,
      body: { isActive: false },
    })
    assert.isFalse(paused.isActive)
    assert.deepEqual(paused.steps, made.body.steps)
    const startable = await app.ok<Workflow[]>('GET', '/api/workflows', { as: acme.editor })
    assert.notInclude(
      startable.map(({ id }) => id),
      made.body.id
    )

    const renamed = await app.ok<Workflow>('PUT', path, {
      as: acme.admin,
      body: { ...onUpload, name: 'Mark all', isActive: true },
    })
    assert.equal(renamed.name, 'Mark all')
    const listed = await app.call<Workflow[]>('GET', '/api/integrations/workflows', {
      as: acme.viewer,
    })
    assert.equal(listed.headers.get('content-range'), 'workflows 0-0/1')
    assert.equal(listed.body[0]?.name, 'Mark all')

    assert.equal((await app.call('DELETE', path, { as: acme.admin })).status, 204)
    assert.equal((await app.call('GET', path, { as: acme.admin })).status, 404)
  })

  // Red when a placeholder that this kind of step does not fill is stored as metadata of files.
  test('placeholders in metadata are refused, other braces are text', async ({ assert }) => {
    const metadata = {
      port: 'at {steps.one.body.port}',
      list: [{ deep: '{{file.name}}' }],
      '{variables.SITE}': 1,
      text: 'me{id} {steps} {a: 1} {order.number}',
    }
    const refused = await create({ ...onUpload, steps: [mark({ metadata })] })
    assert.equal(refused.status, 422)
    const path = 'steps.0.config.metadata'
    assert.deepEqual(
      refused.body.errors?.map(({ field }) => field),
      [`${path}.port`, `${path}.list.0.deep`, `${path}.{variables.SITE}`]
    )
    assert.include(JSON.stringify(refused.body), '{steps.one.body.port} would be stored')
    const kept = await create({ ...onUpload, steps: [mark({ metadata: { text: metadata.text } })] })
    assert.equal(kept.status, 201)
  })

  test('steps are numbered in the given order', async ({ assert }) => {
    const steps = [
      { id: 'late', ...mark(), order: 7 },
      { id: 'early', ...mark(), order: 2 },
    ]
    const { body } = await create({ ...onUpload, steps })
    assert.deepEqual(
      body.steps.map(({ id, order }) => [id, order]),
      [
        ['early', 1],
        ['late', 2],
      ]
    )
  })

  test('{0} is refused with a sentence')
    .with([
      [
        'an address set by the client',
        { triggerType: 'webhook', triggerConfig: { webhookUrl: 'https://x.example' } },
        'triggerConfig.webhookUrl',
        /Crossdock sets webhookUrl/,
      ],
      ['an unknown trigger', { triggerType: 'moonrise' }, 'triggerType', /"moonrise"/],
      ['an empty name', { name: '  ' }, 'name', /name/],
      ['no event', { triggerConfig: {} }, 'triggerConfig.eventTypes', /at least one event/],
      [
        'an unknown event',
        { triggerConfig: { eventTypes: ['moonrise'] } },
        'triggerConfig.eventTypes.0',
        /"moonrise" is not one of file_upload/,
      ],
      [
        'a bad file type',
        { triggerConfig: { eventTypes: ['file_upload'], fileTypes: ['pdf', 'p d f'] } },
        'triggerConfig.fileTypes.1',
        /"p d f" is not a file type/,
      ],
      [
        'a folder path that climbs',
        { triggerConfig: { eventTypes: ['file_upload'], folderPaths: ['/a/../b'] } },
        'triggerConfig.folderPaths.0',
        /folder path/,
      ],
      // Red when validators/workflow.ts limits file types and folder paths alike.
      [
        'a file type that is too long',
        { triggerConfig: { eventTypes: ['file_upload'], fileTypes: ['pdf', 'x'.repeat(256)] } },
        'triggerConfig.fileTypes.1',
        /file type may have at most 255 characters/,
      ],
      [
        'a folder path that is too long',
        { triggerConfig: { eventTypes: ['file_upload'], folderPaths: ['x'.repeat(501)] } },
        'triggerConfig.folderPaths.0',
        /folder path may have at most 500 characters/,
      ],
      // Red when the validator has no limit for all of them together, or counts characters.
      [
        'a trigger of more than 16 KB',
        { triggerConfig: { eventTypes: ['file_upload'], folderPaths: manyFolders(100) } },
        'triggerConfig',
        /at most 16384 bytes; this one has \d+/,
      ],
      ['an unknown step type', { steps: [{ type: 'teleport' }] }, 'steps.0.type', /"teleport"/],
      [
        'a metadata step without metadata',
        { steps: [mark({})] },
        'steps.0.config.metadata',
        /JSON/,
      ],
      [
        'a missing fixed asset',
        { steps: [mark({ metadata: { a: 1 }, assetId: 'missing' })] },
        'steps.0.config.assetId',
        /no asset/,
      ],
      [
        'two steps with one order',
        {
          steps: [
            { ...mark(), order: 1 },
            { ...mark(), order: 1 },
          ],
        },
        'steps.1.order',
        /order 1/,
      ],
      [
        'two steps with one id',
        {
          steps: [
            { ...mark(), id: 'a' },
            { ...mark(), id: 'a' },
          ],
        },
        'steps.1.id',
        /id "a"/,
      ],
      ['an order of zero', { steps: [{ ...mark(), order: 0 }] }, 'steps.0.order', /from 1/],
      [
        'a retry policy out of bounds',
        { steps: [mark({ metadata: { a: 1 }, retry: { attempts: 0 } })] },
        'steps.0.config.retry.attempts',
        /from 1 to 20/,
      ],
    ] as [string, object, string, RegExp][])
    .run(async ({ assert }, [, change, field, sentence]) => {
      const { status, body } = await create({ ...onUpload, ...change })
      assert.equal(status, 422, JSON.stringify(body))
      assert.equal(body.errors[0]?.field, field)
      assert.match(body.message, sentence)
    })

  // Red when a path is shown as it was sent, or as older versions stored it.
  test('folder paths start with a slash, however they were sent or stored', async ({ assert }) => {
    const eventTypes = ['file_upload']
    const folderPaths = ['Arrivals', '/Customs/2026', ' Bills/Old ']
    const wanted = ['/Arrivals', '/Customs/2026', '/Bills/Old']
    const { body } = await create({ ...onUpload, triggerConfig: { eventTypes, folderPaths } })
    assert.deepEqual(body.triggerConfig, { eventTypes, folderPaths: wanted })
    await inTenant(acme.id, async () => {
      const workflow = await StoredWorkflow.findOrFail(body.id)
      await workflow.merge({ triggerConfig: { eventTypes, folderPaths: ['Arrivals'] } }).save()
    })
    const shown = await app.ok<typeof body>('GET', `/api/integrations/workflows/${body.id}`, {
      as: acme.admin,
    })
    assert.deepEqual(shown.triggerConfig, { eventTypes, folderPaths: ['/Arrivals'] })
    // A plugin's trigger may use the name for something else.
    assert.deepEqual(maskTrigger({ folderPaths: [{ depth: 1 }] }), { folderPaths: [{ depth: 1 }] })
  })

  test('a trigger may be as long as real ones are', async ({ assert }) => {
    const fileTypes = ['application/vnd.openxmlformats-officedocument.wordprocessingml.document']
    const config = { eventTypes: ['file_upload'], fileTypes, folderPaths: manyFolders(70) }
    const { status, body } = await create({ ...onUpload, triggerConfig: config })
    assert.equal(status, 201, JSON.stringify(body))
  })

  // Red when the limit is checked for the whole definition instead of the given fields.
  test('a larger trigger from before the limit can still be renamed, paused and activated', async ({
    assert,
  }) => {
    const { body } = await create(onUpload)
    const triggerConfig = { eventTypes: ['file_upload'], folderPaths: manyFolders(100) }
    await inTenant(acme.id, async () => {
      const workflow = await StoredWorkflow.findOrFail(body.id)
      await workflow.merge({ triggerConfig }).save()
    })
    const path = `/api/integrations/workflows/${body.id}`
    for (const change of [{ name: 'Mark more' }, { isActive: false }, { isActive: true }]) {
      const { status } = await app.call('PUT', path, { as: acme.admin, body: change })
      assert.equal(status, 200, JSON.stringify(change))
    }
  })

  test('another tenant cannot see it, and viewers cannot change it', async ({ assert }) => {
    const { body } = await create(onUpload)
    const path = `/api/integrations/workflows/${body.id}`
    for (const [method, suffix] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/execute'],
    ] as const) {
      const reply = await app.call(method, path + suffix, { as: other.admin, body: undefined })
      assert.equal(reply.status, 404, method + suffix)
    }
    const refused = await app.call('PUT', path, { as: acme.viewer, body: { isActive: false } })
    assert.equal(refused.status, 403)
    const run = await app.call('POST', `${path}/execute`, { as: acme.viewer })
    assert.equal(run.status, 403)
  })
})
