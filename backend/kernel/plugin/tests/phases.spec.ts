// onOneDatabase: no database takes part
import { mock } from 'node:test'
import { test } from '@japa/runner'
import { inPhase } from '@crossdock/kernel/plugin'

test.group('Phases of a plugin', (group) => {
  let logged: string[]
  group.each.setup(() => {
    logged = []
    mock.timers.enable({ apis: ['setTimeout'] })
    const { error } = console
    console.error = (text: string) => logged.push(text)
    return () => {
      console.error = error
      mock.timers.reset()
    }
  })

  // Red when inPhase() does not watch, or does not stop watching.
  test('one that does not end is logged with its plugin repeatedly until it does', async ({
    assert,
  }) => {
    let end!: () => void
    const work = inPhase('slow', 'starting', () => new Promise<void>((done) => (end = done)))
    mock.timers.tick(9_999)
    assert.deepEqual(logged, [])
    mock.timers.tick(1)
    mock.timers.tick(60_000)
    assert.lengthOf(logged, 2)
    assert.match(logged[0]!, /^Plugin "slow" is still starting after \d+ seconds\.$/)
    end()
    await work
    mock.timers.tick(180_000)
    assert.lengthOf(logged, 2)
  })

  test('a thrown value that is no error appears in the message', async ({ assert }) => {
    for (const [thrown, shown] of [
      ['no wind', 'no wind'],
      [{ wind: 0 }, '{ wind: 0 }'],
      [null, 'null'],
      [new TypeError(), 'TypeError'],
    ]) {
      await assert.rejects(
        () => inPhase('bad', 'starting', () => Promise.reject(thrown)),
        `Plugin "bad" failed while starting: ${shown as string}`
      )
    }
  })
})
