import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import { FlowLab, probe } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

test.group('Runs in the feed', () => {
  // Red when the person who started a run is named as the one who completed it.
  test('a completed run names no person', async ({ assert, cleanup }) => {
    const step = new Probe()
    step.on('a', () => undefined)
    const app = await bootApp({ plugins: [probePlugin(step)] })
    cleanup(() => app.stop())
    const lab = new FlowLab(app, await app.tenant('acme'))
    const id = await lab.workflow({ steps: [probe('a')] })
    await lab.reached((await lab.start(id)).id, 'completed')
    const read = async () => {
      const feed = await app.ok<{ action: string; userName: string | null }[]>(
        'GET',
        '/api/activity',
        { as: lab.tenant.admin }
      )
      return new Map(feed.map(({ action, userName }) => [action, userName]))
    }
    await until('the run to be in the feed', async () =>
      (await read()).has('Workflow Lab completed')
    )
    const feed = await read()
    assert.isNull(feed.get('Workflow Lab completed'))
    assert.isString(feed.get('Started workflow Lab'))
  })
})
