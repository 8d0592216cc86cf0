import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { definePlugin } from '@crossdock/kernel/plugin'
import { operation, sendText, type Input } from '../index.js'

/** Whether another request was answered during the export. */
let answered = false
let ask: () => Promise<unknown>

/** Answers synchronously, like SQLite. */
async function* parts(): AsyncGenerator<string, void> {
  answered = false
  void ask().then(() => (answered = true))
  for (let left = 50_000; left > 0 && !answered; left--) yield 'x\n'
}

class Lab {
  save({ http }: Input) {
    return sendText(http, { fileName: 'lab.csv', permission: { name: 'lab' } as never, parts })
  }
}

const saved = definePlugin({
  name: 'saved',
  version: '1.0.0',
  compatibility: '^0.1',
  operations: async () => ({
    default: [
      operation(
        'GET /saved',
        { summary: 'A list as a file' },
        async () => ({ default: Lab }),
        'save'
      ),
    ],
  }),
})

// Red when sendText() does not yield between parts.
test('other requests are answered while a list is read and sent', async ({ assert, cleanup }) => {
  const app = await bootApp({ plugins: [saved] })
  cleanup(() => app.stop())
  const acme = await app.tenant('acme')
  ask = () => app.ok('GET', '/api/auth/me', { as: acme.admin })
  const response = await fetch(`${app.url}/api/saved`, acme.admin)
  await response.text()
  assert.equal(response.status, 200)
  assert.isTrue(answered)
})
