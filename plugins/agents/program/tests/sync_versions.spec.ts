// onOneDatabase: uses no server
import { test } from '@japa/runner'
import { until } from '@crossdock/kernel/testing'
import { syncProtocol, type Work } from '@crossdock/sync-engine/protocol'
import { Desk } from './desk.js'

test.group('Desktop agent: sync with a server of another version', (group) => {
  let desk: Desk
  group.each.setup(async () => {
    desk = await Desk.open()
    return () => desk.close()
  })

  /** Red when a call lacks the version of the protocol. */
  test('each call names the version of the protocol', async ({ assert }) => {
    await desk.write('a.txt', 'one')
    desk.start()
    await until('the report', () => desk.server.at('a.txt')?.hash)
    const expected = desk.expected('a.txt')
    await desk.does({ type: 'send', expected, size: 3 }, desk.writes('b.txt', Buffer.from('two')))
    assert.deepEqual([...desk.server.protocols], [String(syncProtocol)])
  })

  test('a refusal of the version is logged, changes nothing, and ends with an update', async ({
    assert,
  }) => {
    await desk.write('a.txt', 'one')
    desk.start()
    await desk.shows({ 'a.txt': 'one' })
    const message = 'The agent speaks version 1 of the sync protocol, and the server version 2.'
    desk.server.refusal = { code: 'E_SYNC_PROTOCOL', message }
    desk.server.refuse = () => 409
    await desk.write('b.txt', 'two')
    const has = (text: string) => desk.lines.some((line) => line.includes(text))
    await until('the refusal of a report', () => has(`"Plans" waits: ${message}`))
    desk.sync.hint()
    await until('the refusal of a question', () => has(`what it is to sync: ${message}`))
    assert.equal(desk.sync.status[0]!.state, message)
    assert.equal(await desk.read('a.txt'), 'one')
    desk.server.refuse = () => undefined
    desk.sync.hint()
    await desk.shows({ 'a.txt': 'one', 'b.txt': 'two' })
    assert.deepEqual(
      desk.server.reports.flatMap(({ removed }) => removed),
      []
    )
  })

  test('answers of an older server that lack newer fields are enough', async ({ assert }) => {
    desk.server.extra = { hasWork: undefined, bandwidth: undefined }
    await desk.write('a.txt', 'one')
    desk.start()
    await desk.shows({ 'a.txt': 'one' })
    const [written] = await desk.does(desk.writes('b.txt', Buffer.from('two')))
    assert.equal(written!.state, 'done')
    await desk.shows({ 'a.txt': 'one', 'b.txt': 'two' })
  })

  /** Red when unknown work ends the round, or is taken for known work. */
  test('fields and work of a newer server that the agent does not know change nothing', async ({
    assert,
  }) => {
    desk.server.extra = { newer: { deletes: 'everything' } }
    await desk.write('a.txt', 'one')
    desk.start()
    await desk.shows({ 'a.txt': 'one' })
    const unknown = { type: 'removeAll', expected: desk.expected('a.txt') } as unknown as Work
    const [refused, written] = await desk.does(unknown, desk.writes('b.txt', Buffer.from('two')))
    assert.containSubset(refused, {
      state: 'failed',
      code: 'E_WORK',
      message: 'This version of the agent does not know the work.',
    })
    assert.equal(written!.state, 'done')
    await desk.shows({ 'a.txt': 'one', 'b.txt': 'two' })
  })
})
