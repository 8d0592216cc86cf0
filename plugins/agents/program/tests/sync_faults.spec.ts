// onOneDatabase: uses no server
import { hash as digest } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { size, until } from '@crossdock/kernel/testing'
import { seededBytes } from '../../../../backend/kernel/storage/tests/seeded_bytes.js'
import { agentOperations } from '../../../sync/agent_api/operations.js'
import { Desk, idOf } from './desk.js'

const MiB = 1024 * 1024

/** All calls of the agent about an end. */
const calls = [
  'GET ',
  'POST /report',
  'GET /work',
  'POST /missing',
  'POST /contents',
  'POST /chunks',
  'POST /read',
  'POST /progress',
]
const faults = size({
  quick: [503, 'lost'],
  full: [400, 403, 404, 409, 413, 422, 500, 503, 507, 'cut', 'garbage', 'empty', 'lost'],
} as const)

test.group('Desktop agent: sync with a server in trouble', (group) => {
  let desk: Desk
  group.each.setup(async () => {
    desk = await Desk.open()
    return () => desk.close()
  })

  const temporary = async () =>
    (await readdir(desk.path())).filter((name) => name.startsWith('.crossdock-tmp-'))

  /** Red when a request without an answer counts as successful. */
  test('no failed answer deletes local files, or looks like a deletion to the server', async ({
    assert,
  }) => {
    const all = agentOperations.map(({ method, path }) => `${method} ${path}`)
    const named = all.map((call) => call.replace(/\/api\/sync-contracts\/agent(\/{\w+}){0,2}/, ''))
    assert.sameMembers(named, calls)
    await desk.write('a.txt', 'one')
    await desk.write('sub/b.txt', 'two')
    let failing: { call: string; fault: (typeof faults)[number] } | undefined
    let seen = 0
    desk.server.refuse = (what) => {
      if (what !== failing?.call) return undefined
      seen++
      return failing.fault
    }
    const send = () => {
      desk.server.chunks.delete(digest('sha256', 'one'))
      return { type: 'send' as const, expected: desk.expected('a.txt'), size: 3 }
    }
    desk.start()
    await until('the report', () => desk.server.at('sub/b.txt')?.hash)
    for (const call of calls) {
      for (const fault of faults) {
        seen = 0
        failing = { call, fault }
        const name = `${calls.indexOf(call)} ${fault}`
        await desk.write(`new ${name}`, name)
        // Contents that the folder lacks: the agent would copy a local one without a request.
        const small = desk.writes(`old ${name}`, Buffer.from(`other ${name}`))
        const large = desk.writes(`large ${name}`, seededBytes(name, 2 * MiB))
        const done = desk.does(small, large, send())
        // Progress is sent at most every few seconds, and nothing waits for its answer.
        while (call === 'POST /progress' && seen === 0) await desk.does(send())
        await until(`${fault} at ${call}`, () => {
          desk.sync.hint()
          return seen > 0
        })
        failing = undefined
        desk.sync.hint()
        const [, , sent] = await done
        if (sent!.state === 'done') assert.equal(desk.server.bytesOf(idOf('one')).toString(), 'one')
        await until('the report', () => desk.server.at(`new ${name}`)?.hash)
        assert.equal(await desk.read('a.txt'), 'one')
        assert.equal(await desk.read('sub/b.txt'), 'two')
        assert.isDefined(desk.server.at('a.txt'))
        assert.deepEqual(
          desk.server.reports.flatMap(({ removed }) => removed),
          []
        )
      }
    }
  })

  /** Red when a refused file ends the whole round. */
  test('a refused file does not delay others', async ({ assert }) => {
    for (const name of ['a', 'b', 'c']) await desk.write(name, `content of ${name}`)
    desk.start()
    await until('the report', () => ['a', 'b', 'c'].every((name) => desk.server.at(name)?.hash))
    const sends = () =>
      ['a', 'b', 'c'].map((name) => {
        const expected = desk.expected(name)
        return { type: 'send' as const, expected, size: desk.server.at(name)!.size }
      })
    let refused = 0
    // The first request contains all three.
    desk.server.refuse = (what) => (what === 'POST /contents' && refused++ < 2 ? 413 : undefined)
    const first = await desk.does(...sends())
    assert.sameMembers(
      first.map(({ state }) => state),
      ['failed', 'done', 'done']
    )
    // A server without space.
    desk.server.chunks.clear()
    desk.server.refuse = (what) => (what === 'POST /contents' ? 507 : undefined)
    const given = desk.writes('d', Buffer.from('content of d'))
    const second = await desk.does(...sends(), given)
    assert.deepEqual(
      second.map(({ state }) => state),
      ['failed', 'failed', 'failed', 'done']
    )
    assert.equal(await desk.read('d'), 'content of d')
  })

  /** Red when the length of a request leaves out the headers of its frames: the server would refuse it. */
  test('many small files share few requests', async ({ assert }) => {
    const names = Array.from({ length: 1_000 }, (_, at) => `${at}.bin`)
    for (const name of names) await desk.write(name, seededBytes(name, 6_000).toString('latin1'))
    desk.start()
    await until('the report', () => names.every((name) => desk.server.at(name)?.hash))
    const sends = names.map((name) => {
      const expected = desk.expected(name)
      return { type: 'send' as const, expected, size: desk.server.at(name)!.size }
    })
    const outcomes = await desk.does(...sends)
    assert.deepEqual([...new Set(outcomes.map(({ state }) => state))], ['done'])
    assert.isBelow(desk.server.requests.filter((what) => what === 'POST /contents').length, 10)
  })

  /** Red when complete files wait for those after them. */
  test('the complete files of an interrupted answer are kept', async ({ assert }) => {
    desk.start()
    await until('the report', () => desk.server.held)
    desk.server.refuse = (what) => (what === 'POST /read' ? 'cut' : undefined)
    const names = Array.from({ length: 8 }, (_, at) => `${at}.txt`)
    const works = names.map((name) => desk.writes(name, seededBytes(name, 100_000)))
    const done = desk.does(...works)
    await until('some of the files', async () => (await readdir(desk.path())).includes('1.txt'))
    desk.server.refuse = () => undefined
    for (const { state } of await done) assert.equal(state, 'done')
    for (const name of names) {
      assert.isTrue(seededBytes(name, 100_000).equals(await readFile(desk.path(name))))
    }
  })

  /** Red when only a full scan finds unfinished files. */
  test('unfinished files of abandoned work are removed', async ({ assert }) => {
    desk.start()
    await until('the report', () => desk.server.held)
    desk.server.refuse = (what) => (what === 'POST /read' ? 'cut' : undefined)
    void desk.does(desk.writes('large.bin', seededBytes('large', 6 * MiB))).catch(() => undefined)
    await until('a temporary file', async () => (await temporary()).length > 0)
    desk.server.work = []
    await until('the rest to be removed', async () => {
      desk.sync.hint()
      return (await temporary()).length === 0
    })
    assert.deepEqual(await readdir(desk.path()), [])
  })
})
