import { test } from '@japa/runner'
import { bootApp, freePort } from '@crossdock/backend/testing'
import { definePlugin } from '@crossdock/kernel/plugin'
import { call } from '@crossdock/kernel/testing'

// Red when the health check ignores whether the start has ended.
test('a server is ready when its start has ended', async ({ assert, cleanup }) => {
  const port = await freePort()
  const ask = async () =>
    (await call(`http://127.0.0.1:${port}`, 'GET', '/api/health/ready')).status
  const found: number[] = []
  const late = definePlugin({
    name: 'late',
    version: '1.0.0',
    compatibility: '*',
    async ready() {
      found.push(await ask())
    },
  })
  const app = await bootApp({ settings: { PORT: port }, plugins: [late] })
  cleanup(() => app.stop())
  found.push(await ask())
  assert.deepEqual(found, [503, 200])
})
