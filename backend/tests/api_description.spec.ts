// onOneDatabase: no database takes part
import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { Validator } from '@seriousme/openapi-schema-validator'
import vine from '@vinejs/vine'
import { Ajv } from 'ajv'
import { describePublic } from '@crossdock/backend/system'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { answerShape, anything, instant } from '@crossdock/kernel/shapes'
import { describeApi, operation, type Operation } from '@crossdock/kernel/http'
import { definePlugin, pluginHost } from '@crossdock/kernel/plugin'
import { trackedFiles } from '../commands/api_files.js'
import { ApiContract } from '../testing/api_contract.js'

interface Described {
  requestBody?: Content
  responses: Record<string, Content>
}
interface Content {
  content?: Record<string, { example?: unknown }>
}

test.group('Description of the API', (group) => {
  let app: TestApp
  let operations: Operation[]
  group.setup(async () => {
    app = await bootApp()
    operations = await pluginHost.use().operations()
    return () => app.stop()
  })

  test('is valid OpenAPI 3.1', async ({ assert }) => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(describeApi(operations))

    assert.isTrue(valid, JSON.stringify(errors))
    assert.equal(validator.version, '3.1')
  })

  // Red when a generated value violates its schema.
  test('shows a valid example with every body of /api/v2', async ({ assert }) => {
    const shown = await describePublic()
    const ajv = new Ajv({ strict: false, allErrors: true })
    ajv.addFormat('date-time', true)
    ajv.addSchema(shown, 'api')
    const { paths } = shown as { paths: Record<string, Record<string, Described>> }
    const wrong: string[] = []
    let count = 0
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        const bodies = { requestBody, ...responses }
        for (const [name, body] of Object.entries(bodies)) {
          const json = body?.content?.['application/json']
          if (!json || !('example' in json)) continue
          count++
          const keys = name === 'requestBody' ? [name] : ['responses', name]
          const pointer = ['paths', path, method, ...keys, 'content', 'application/json', 'schema']
          const escaped = pointer.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))
          const validate = ajv.compile({ $ref: `api#/${escaped.join('/')}` })
          if (!validate(json.example)) {
            wrong.push(`${method} ${path} ${name}: ${ajv.errorsText(validate.errors)}`)
          }
        }
      }
    }
    assert.deepEqual(wrong, [])
    assert.isAbove(count, 200)
  })

  test('names every operation once', ({ assert }) => {
    const { paths } = describeApi(operations) as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId)
    )

    assert.lengthOf(ids, operations.length)
    assert.lengthOf(new Set(ids), ids.length)
  })

  test('describes the answers of every operation', ({ assert }) => {
    const silent = operations.filter(
      ({ response, method, status, live, pages }) =>
        !response && !live && !pages && method !== 'DELETE' && status !== 204 && status !== 302
    )

    assert.deepEqual(
      silent.map(({ route }) => route),
      [
        'GET /users/export',
        'GET /activity/export',
        'GET /audit/export',
        'GET /events/export',
        'GET /assets/zip',
        'GET /assets/{id}/content',
        'GET /assets/{id}/thumbnail',
        'GET /assets/{id}/preview',
        'POST /uploads',
        'HEAD /uploads/{id}',
        'GET /branding/logo/{hash}',
        'GET /public-pages/logo/{hash}',
        'GET /integrations/logs/{id}/bodies/{part}',
        'GET /desktop-agents/downloads/{target}',
        'POST /sync-contracts/agent/{contractId}/{side}/read',
        'GET /sync-contracts/conflicts/{id}/content',
        'GET /sync-contracts/{id}/kept/{keptId}/content',
      ],
      'only downloads answer with other data than declared JSON, and uploads answer with headers'
    )
  })

  test('generates {$self} as committed')
    .with(['docs/reference/plugins.md', 'backend/app/front/reference/error_codes.ts'])
    .run(async ({ assert }, path) => {
      const made = await trackedFiles(pluginHost.use())

      assert.isTrue(
        (await readFile(path, 'utf8')) === made[path],
        `${path} is out of date: run node ace openapi:generate`
      )
    })
})

class Samples {
  show(): never {
    throw new Error('never called')
  }
}

const sample = operation(
  'GET /samples/{id}',
  {
    summary: 'A sample',
    response: answerShape('Sample', {
      id: vine.string(),
      note: vine.string().nullable(),
      extra: vine.string().optional(),
      takenAt: instant(),
      data: vine.record(anything()),
    }),
  },
  async () => ({ default: Samples }),
  'show'
)
const kept = { id: '1', note: null, takenAt: '2026-01-31T08:00:00.000Z', data: { a: null } }

test.group('Answers checked against the description', () => {
  const contract = ApiContract.of([sample])
  const answer = (body: unknown, status = 200, type = 'application/json; charset=utf-8') => {
    const reply = { status, headers: new Headers({ 'content-type': type }), body }
    return () => contract.assertKept('GET', '/api/samples/1?x=y', reply)
  }

  test('pass when they match the declaration', ({ assert }) => {
    assert.doesNotThrow(answer(kept))
    assert.doesNotThrow(answer({ ...kept, note: 'dry', extra: 'more' }))
  })

  test('fail with operation and field: {says}')
    .with([
      { body: { ...kept, secret: 'x' }, says: 'additionalProperty' },
      { body: { ...kept, note: undefined }, says: 'note' },
      { body: { ...kept, id: 1 }, says: '/id must be string' },
      { body: { ...kept, extra: null }, says: '/extra must be string' },
      { body: { ...kept, takenAt: 'today' }, says: '/takenAt must match format' },
      { body: [kept], says: '/ must be object' },
    ])
    .run(({ assert }, { body, says }) => {
      // The form sent over the wire: without undefined keys.
      const received = JSON.parse(JSON.stringify(body)) as unknown

      assert.throws(answer(received), /GET \/api\/samples\/1 \(\/api\/samples\/\{id\}\)/)
      assert.throws(answer(received), new RegExp(says))
    })

  test('fail the test that calls the application', async ({ assert }) => {
    class SamplesController {
      show() {
        return { ...kept, secret: 'x' }
      }
    }
    const controller = () => Promise.resolve({ default: SamplesController })
    const samples = definePlugin({
      name: 'samples',
      version: '1.0.0',
      compatibility: '^0.1',
      operations: () => Promise.resolve({ default: [{ ...sample, access: 'public', controller }] }),
    })
    const app = await bootApp({ plugins: [samples] })
    try {
      await assert.rejects(() => app.call('GET', '/api/samples/1'), /"additionalProperty":"secret"/)
    } finally {
      await app.stop()
    }
  })

  test('fail with an undeclared status, type or problem', ({ assert }) => {
    assert.throws(answer(kept, 201), /answers 201, which it does not declare/)
    assert.throws(answer('<p>', 200, 'text/html'), /declares no "text\/html"/)
    assert.throws(answer({ message: 'No.' }, 404, 'application/problem+json'), /'code'/)
  })
})
