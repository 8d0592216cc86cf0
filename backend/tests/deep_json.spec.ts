import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { copyJson, parseJson } from '@crossdock/kernel/json'
import { furnishedTenant, startSystem } from './matrix/furnished_tenant.js'

const lists = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test.group('Deeply nested JSON', () => {
  // Red when parseJson does not count the depth, or copyJson is recursive.
  test('is refused when parsed; existing data is copied', ({ assert }) => {
    for (const make of [lists, objects]) {
      assert.throws(() => parseJson(make(100_000)), SyntaxError)
      assert.doesNotThrow(() => JSON.stringify(parseJson(make(400))))
      assert.doesNotThrow(() => copyJson(JSON.parse(make(100_000))))
    }
    const shared = { list: [{ a: 1 }, null, 'x'], at: new Date() }
    assert.equal(JSON.stringify(copyJson(shared)), JSON.stringify(shared))
  })

  for (const [name, answer] of Object.entries({
    lists: lists(100_000),
    objects: objects(100_000),
    'less deep': objects(2_000),
  })) {
    test(`as a partner's answer (${name}) it is treated as text`, async ({ assert }) => {
      const system = await startSystem(answer)
      const app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
      try {
        // Waits for a run to complete.
        const { admin: as, ids } = await furnishedTenant(app, 'acme', system.url)
        const run = await app.ok('GET', `/api/flow-executions/${ids.execution}`, { as })
        assert.match(JSON.stringify(run), /\[\[\[|\{\\+"a/)
        for (const path of ['/api/flow-executions', '/api/integrations/logs']) {
          await app.ok('GET', path, { as })
        }
      } finally {
        await app.stop()
        system.close()
      }
    })
  }
})
