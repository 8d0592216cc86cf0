// onOneDatabase: no database takes part
import { mock } from 'node:test'
import { test } from '@japa/runner'
import { inPhase } from '@crossdock/kernel/plugin'

test.group('Phases of a plugin', (group) => {
  let said: string[]
  group.each.setup(() => {
    said = []
    mock.timers.enable({ apis: ['setTimeout'] })
    const { error } = console
    console.error = (text: string) => said.push(text)
    return () => {
      console.error = error
      mock.timers.reset()
    }
  })

  // Red when inPhase() does not watch, or does not end its watch.
  test('one that does not end is told with its plugin, again and again until it does', async ({
    assert,
  }) => {
    let end!: () => void
    const work = inPhase('slow', 'starting', () => new Promise<void>((done) => (end = done)))
    mock.timers.tick(9_999)
    assert.deepEqual(said, [])
    mock.timers.tick(1)
    mock.timers.tick(60_000)
    assert.lengthOf(said, 2)
    assert.match(said[0]!, /^Plugin "slow" is still starting after \d+ seconds\.$/)
    end()
    await work
    mock.timers.tick(180_000)
    assert.lengthOf(said, 2)
  })

  test('what is thrown that is no error is told as it is', async ({ assert }) => {
    for (const [thrown, told] of [
      ['no wind', 'no wind'],
      [{ wind: 0 }, '{ wind: 0 }'],
      [null, 'null'],
      [new TypeError(), 'TypeError'],
    ]) {
      await assert.rejects(
        () => inPhase('bad', 'starting', () => Promise.reject(thrown)),
        `Plugin "bad" failed while starting: ${told as string}`
      )
    }
  })
})
