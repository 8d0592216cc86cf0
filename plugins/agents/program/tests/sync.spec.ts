// onOneDatabase: uses no server
import { createHash } from 'node:crypto'
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import {
  appendFile,
  chmod,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { until } from '@crossdock/kernel/testing'
import type { Work } from '@crossdock/sync-engine/protocol'
import { seededBytes } from '../../../../backend/kernel/storage/tests/seeded_bytes.js'
import { isPrivileged } from '../platform.js'
import { State } from '../state/state.js'
import { syncFindings } from '../sync/findings.js'
import { Desk, idOf } from './desk.js'

const MiB = 1024 * 1024

test.group('Desktop agent: sync', (group) => {
  let desk: Desk
  group.each.setup(async () => {
    desk = await Desk.open()
    return () => desk.close()
  })

  test('a folder is reported completely, and each change soon', async ({ assert }) => {
    await desk.write('a.txt', 'one')
    await desk.write('deep/er/b.txt', 'two')
    await desk.write('empty.txt', '')
    desk.start()
    const tree = { deep: null, 'deep/er': null, 'deep/er/b.txt': 'two' }
    await desk.shows({ ...tree, 'a.txt': 'one', 'empty.txt': '' })
    const [first] = desk.server.reports
    assert.isTrue(first!.isWhole)
    await desk.write('a.txt', 'other')
    await desk.write('deep/new/c.txt', 'three')
    await rm(desk.path('empty.txt'))
    await desk.shows({ ...tree, 'a.txt': 'other', 'deep/new': null, 'deep/new/c.txt': 'three' })
    assert.isFalse(desk.server.reports.at(-1)!.isWhole)
    assert.equal(desk.sync.status[0]!.files, 3)
  })

  test('renamed and moved files and folders keep their id', async ({ assert }) => {
    await desk.write('plans/a.txt', 'one')
    await desk.write('plans/b/c.txt', 'two')
    await desk.write('x.txt', 'three')
    desk.start()
    await until('the report', () => desk.server.at('x.txt') && desk.server.at('plans/b/c.txt'))
    const before = ['plans', 'plans/a.txt', 'plans/b/c.txt', 'x.txt'].map(
      (path) => desk.server.at(path)!.id
    )
    await rename(desk.path('plans'), desk.path('older'))
    await rename(desk.path('x.txt'), desk.path('older/y.txt'))
    await desk.shows({
      older: null,
      'older/a.txt': 'one',
      'older/b': null,
      'older/b/c.txt': 'two',
      'older/y.txt': 'three',
    })
    const after = ['older', 'older/a.txt', 'older/b/c.txt', 'older/y.txt'].map(
      (path) => desk.server.at(path)!.id
    )
    assert.deepEqual(after, before)
    // A second name of a file counts as another file.
    await link(desk.path('older/y.txt'), desk.path('second.txt'))
    await until('the second name', () => desk.server.at('second.txt'))
    assert.equal(desk.server.at('older/y.txt')!.id, before[3])
    // Editors save like this: the name stays, and so must the id.
    await writeFile(desk.path('.tmp'), 'four')
    await rename(desk.path('.tmp'), desk.path('older/y.txt'))
    await until('the new content', () => desk.server.at('older/y.txt')!.hash === idOf('four'))
    assert.equal(desk.server.at('older/y.txt')!.id, before[3])
  })

  // Red when an inode alone identifies a file.
  test('a new file with the inode of a deleted one is another file', async ({ assert }) => {
    await desk.write('old.txt', 'old')
    desk.start()
    const before = await until('the report', () => desk.server.at('old.txt'))
    desk.isPaused = true
    const { ino } = await stat(desk.path('old.txt'))
    await rm(desk.path('old.txt'))
    // Other programs create files, too. Some file systems never reuse an inode.
    for (let at = 0; at < 50; at++) {
      await writeFile(join(desk.folder, `${at}`), 'new')
      if ((await stat(join(desk.folder, `${at}`))).ino !== ino && at < 49) continue
      await rename(join(desk.folder, `${at}`), desk.path('new.txt'))
      break
    }
    desk.isPaused = false
    desk.sync.wake()
    await desk.shows({ 'new.txt': 'new' })
    assert.notEqual(desk.server.at('new.txt')!.id, before.id)
  })

  test('links, devices and unreadable files are reported with a reason', async ({ assert }) => {
    await desk.write('a.txt', 'one')
    await symlink('/etc', desk.path('link'))
    await desk.write('closed/b.txt', 'two')
    desk.start()
    await until('the report', () => desk.server.at('closed/b.txt')?.hash)
    assert.equal(desk.server.at('link')!.trouble, 'link')
    if (isPrivileged()) return
    await chmod(desk.path('closed'), 0)
    await desk.write('c.txt', 'three')
    await until('the trouble', () => desk.server.at('closed')?.trouble === 'unreadable')
    assert.isDefined(desk.server.at('closed/b.txt'))
    await chmod(desk.path('closed'), 0o755)
  })

  test('excluded names are reported, but not read', async ({ assert }) => {
    Object.assign(desk.server.end, { excludePatterns: ['build/', '*.tmp'] })
    await desk.write('build/deep/x.txt', 'x')
    await desk.write('a.tmp', 'x')
    await desk.write('a.txt', 'one')
    await desk.write('.crossdock-tmp-1', 'never seen')
    desk.start()
    await until('the report', () => desk.server.at('a.txt')?.hash)
    assert.deepEqual(desk.server.paths, { 'a.tmp': null, 'a.txt': idOf('one'), build: null })
    // Another revision of the contract.
    Object.assign(desk.server.end, { excludePatterns: [], revision: 2 })
    desk.sync.hint()
    await until('the rest', () => desk.server.at('build/deep/x.txt')?.hash)
    assert.equal(desk.server.at('a.tmp')!.hash, idOf('x'))
  })

  // Red when a missing root counts as an empty one.
  test('a missing, forbidden or replaced root deletes nothing', async ({ assert }) => {
    await desk.write('a.txt', 'one')
    desk.start()
    await desk.shows({ 'a.txt': 'one' })
    const { stateId } = desk.server.held!
    await rename(desk.path(), join(desk.folder, 'away'))
    desk.sync.wake()
    await until('the root to be gone', () => desk.server.isRootThere === false)
    assert.deepEqual(Object.keys(desk.server.paths), ['a.txt'])
    await mkdir(desk.path())
    desk.sync.wake()
    await until('another state', () => desk.server.held!.stateId !== stateId)
    assert.isTrue(desk.server.isRootThere)
    await desk.stop()
    desk.state = State.open(desk.stateFolder)
    desk.state.set('folders', [])
    desk.state.close()
    desk.start()
    await until('it to be refused', () => desk.server.isRootThere === false)
    assert.isTrue(desk.lines.some((line) => line.includes('crossdock-agent folders --add')))
    assert.isFalse(syncFindings(desk.stateFolder)[0]!.isFine)
    desk.state.set('folders', [{ path: desk.folder, real: desk.folder }])
  })

  test('a lost answer, a restored server and a lost state are distinguished', async ({
    assert,
  }) => {
    await desk.write('a.txt', 'one')
    desk.start()
    await desk.shows({ 'a.txt': 'one' })
    const { stateId } = desk.server.held!
    const older = { ...desk.server.held! }
    desk.server.losesAnswersTo = /report/
    await desk.write('b.txt', 'two')
    await desk.shows({ 'a.txt': 'one', 'b.txt': 'two' })
    desk.server.losesAnswersTo = undefined
    await desk.write('c.txt', 'three')
    await desk.shows({ 'a.txt': 'one', 'b.txt': 'two', 'c.txt': 'three' })
    assert.equal(desk.server.held!.stateId, stateId)
    await until('peace', () => desk.sync.status[0]!.state === 'in step with the server')
    desk.server.held = older
    desk.sync.hint()
    await until('another state', () => desk.server.held!.stateId !== stateId)
    const second = desk.server.held!.stateId
    assert.isTrue(desk.server.reports.at(-1)!.isWhole)
    // A restart reports nothing new.
    await desk.stop()
    desk.start()
    await until('the question', () => desk.sync.status[0]?.state === 'in step with the server')
    assert.equal(desk.server.held!.stateId, second)
    await desk.stop()
    await rm(join(desk.stateFolder, 'sync.db'))
    desk.start()
    await until('a third state', () => desk.server.held!.stateId !== second)
  })

  test('folders are created, and files written, moved and removed on request', async ({
    assert,
  }) => {
    await desk.write('old/a.txt', 'one')
    desk.start()
    await until('the report', () => desk.server.at('old/a.txt')?.hash)
    const large = seededBytes('large', 5 * MiB)
    const [made] = await desk.does(
      { type: 'makeFolder', parentId: null, name: 'new' },
      desk.writes('small.txt', Buffer.from('small'), { parentId: 'work:w1' }),
      desk.writes('empty.txt', Buffer.alloc(0), { parentId: 'work:w1' }),
      desk.writes('large.bin', large, { parentId: 'work:w1' })
    )
    assert.equal(made!.state, 'done')
    assert.equal(await desk.read('new/small.txt'), 'small')
    assert.isTrue(large.equals(await readFile(desk.path('new/large.bin'))))
    assert.equal((await stat(desk.path('new/small.txt'))).mtimeMs, Date.UTC(2025, 4, 6))
    await until('the report', () => desk.server.at('new/large.bin'))
    const outcomes = await desk.does(
      { type: 'move', expected: desk.expected('old/a.txt'), parentId: null, name: 'b.txt' },
      desk.writes('small.txt', Buffer.from('larger'), {
        expected: desk.expected('new/small.txt'),
        parentId: desk.server.at('new')!.id,
      }),
      { type: 'remove', expected: desk.expected('new/empty.txt'), kind: 'file' },
      { type: 'remove', expected: desk.expected('old'), kind: 'folder' }
    )
    assert.deepEqual(
      outcomes.map(({ state }) => state),
      ['done', 'done', 'done', 'done']
    )
    await desk.shows({
      'b.txt': 'one',
      new: null,
      'new/small.txt': 'larger',
      'new/large.bin': large as never,
    })
    assert.deepEqual((await readdir(desk.path())).sort(), ['b.txt', 'new'])
  })

  // Red when replaced or removed files are not checked first.
  test('entries in an unexpected state are not changed', async ({ assert }) => {
    await desk.write('a.txt', 'one')
    await desk.write('full/b.txt', 'two')
    desk.start()
    await until('the report', () => desk.server.at('full/b.txt')?.hash)
    const [a, full] = [desk.expected('a.txt'), desk.expected('full')]
    // Just before the work arrives, so that no scan has seen it.
    desk.server.refuse = (what) => {
      if (what === 'GET /work') writeFileSync(desk.path('a.txt'), 'mine')
      return undefined
    }
    const outcomes = await desk.does(
      desk.writes('a.txt', Buffer.from('theirs'), { expected: a }),
      desk.writes('a.txt', Buffer.from('theirs')),
      { type: 'remove', expected: a, kind: 'file' },
      { type: 'move', expected: a, parentId: null, name: 'moved.txt' },
      { type: 'remove', expected: full, kind: 'folder' },
      desk.writes('../outside.txt', Buffer.from('out')),
      { type: 'makeFolder', parentId: null, name: '..' }
    )
    assert.deepEqual(
      outcomes.map(({ state }) => state),
      ['stale', 'stale', 'stale', 'stale', 'failed', 'failed', 'failed']
    )
    desk.server.refuse = () => undefined
    assert.equal(await desk.read('a.txt'), 'mine')
    assert.deepEqual(await readdir(desk.folder), ['in'])
    await desk.shows({ 'a.txt': 'mine', full: null, 'full/b.txt': 'two' })
    assert.deepEqual((await readdir(desk.path())).sort(), ['a.txt', 'full'])
    Object.assign(desk.server.end, { mayWrite: false })
    const [refused] = await desk.does({
      type: 'remove',
      expected: desk.expected('a.txt'),
      kind: 'file',
    })
    assert.equal(refused!.state, 'failed')
  })

  test('a folder that has become a link is not followed', async ({ assert }) => {
    await desk.write('sub/a.txt', 'one')
    desk.start()
    await until('the report', () => desk.server.at('sub/a.txt')?.hash)
    const sub = desk.server.at('sub')!.id
    desk.isPaused = true
    await mkdir(join(desk.folder, 'outside'))
    await rename(desk.path('sub'), desk.path('gone'))
    await symlink(join(desk.folder, 'outside'), desk.path('sub'))
    const given = desk.writes('evil.txt', Buffer.from('evil'), { parentId: sub })
    desk.server.work.push({ id: 'evil', ...given } as Work)
    desk.isPaused = false
    desk.sync.wake()
    desk.sync.hint()
    await until('the outcome', () => desk.server.outcomes.get('evil'))
    assert.deepEqual(await readdir(join(desk.folder, 'outside')), [])
  })

  test('files are sent, and only the missing chunks of a changed one', async ({ assert }) => {
    const large = seededBytes('sent', 12 * MiB)
    await desk.write('large.bin', large)
    for (let at = 0; at < 50; at++) await desk.write(`small/${at}.txt`, `content ${at}`)
    desk.start()
    await until(
      'the report',
      () => desk.server.at('small/49.txt')?.hash && desk.server.at('large.bin')?.hash
    )
    const sends = (path: string) => ({
      type: 'send' as const,
      expected: desk.expected(path),
      size: desk.server.at(path)!.size,
    })
    const smalls = Array.from({ length: 50 }, (_, at) => sends(`small/${at}.txt`))
    const outcomes = await desk.does(...smalls, sends('large.bin'))
    assert.isTrue(outcomes.every(({ state }) => state === 'done'))
    assert.isTrue(desk.server.bytesOf(idOf(large)).equals(large))
    const requests = desk.server.requests.filter((one) => one === 'POST /contents')
    assert.isBelow(requests.length, 8)
    const before = desk.server.received
    const edited = Buffer.concat([
      large.subarray(0, 5 * MiB),
      Buffer.from('inserted'),
      large.subarray(5 * MiB),
    ])
    await writeFile(desk.path('large.bin'), edited)
    await until('the change', () => desk.server.at('large.bin')!.hash === idOf(edited))
    await desk.does(sends('large.bin'))
    assert.isTrue(desk.server.bytesOf(idOf(edited)).equals(edited))
    assert.isBelow(desk.server.received - before, 5 * MiB)
    // In the other direction: an old version contains most of the new one.
    const reads = () => desk.server.requests.filter((one) => one === 'POST /read').length
    const none = reads()
    const [back] = await desk.does(
      desk.writes('large.bin', large, { expected: desk.expected('large.bin') }),
      desk.writes('copy.bin', edited)
    )
    assert.equal(back!.state, 'done')
    assert.isTrue(large.equals(await readFile(desk.path('large.bin'))))
    assert.isTrue(edited.equals(await readFile(desk.path('copy.bin'))))
    assert.isAbove(reads(), none)
  })

  test('a file that changes before it is sent is stale', async ({ assert }) => {
    await desk.write('a.txt', 'one')
    desk.start()
    await until('the report', () => desk.server.at('a.txt')?.hash)
    const expected = desk.expected('a.txt')
    await appendFile(desk.path('a.txt'), ' and more')
    const [outcome] = await desk.does({ type: 'send', expected, size: 3 })
    assert.equal(outcome!.state, 'stale')
    await desk.shows({ 'a.txt': 'one and more' })
  })

  /** Red when a missing file counts as a failure: the server would wait before it asks again. */
  test('a file that is gone before it is sent is stale', async ({ assert }) => {
    await desk.write('a.txt', 'one')
    desk.start()
    await until('the report', () => desk.server.at('a.txt')?.hash)
    const expected = desk.expected('a.txt')
    desk.server.refuse = (what) => {
      if (what === 'GET /work') rmSync(desk.path('a.txt'), { force: true })
      return undefined
    }
    const [outcome] = await desk.does({ type: 'send', expected, size: 3 })
    assert.equal(outcome!.state, 'stale')
    await desk.shows({})
  })

  // Red when only size and content time are compared.
  test('an edit that resets the time is found', async () => {
    const longAgo = new Date(Date.UTC(2025, 4, 6))
    await desk.write('a.txt', 'one')
    await utimes(desk.path('a.txt'), longAgo, longAgo)
    desk.start()
    await desk.shows({ 'a.txt': 'one' })
    writeFileSync(desk.path('a.txt'), 'two')
    utimesSync(desk.path('a.txt'), longAgo, longAgo)
    await desk.shows({ 'a.txt': 'two' })
  })

  test('work done before a crash is not repeated', async ({ assert }) => {
    desk.start()
    await until('the report', () => desk.server.held)
    const work = desk.writes('a.txt', Buffer.from('one'))
    await desk.does(work, { type: 'makeFolder', parentId: null, name: 'f' })
    await desk.stop()
    await rm(join(desk.stateFolder, 'sync.db'))
    await desk.write('.crossdock-tmp-left', 'left by a crash')
    desk.start()
    await until('the report', () => desk.server.at('a.txt')?.hash)
    const [file, folder] = await desk.does(work, { type: 'makeFolder', parentId: null, name: 'f' })
    assert.equal(file!.state, 'done')
    assert.equal(folder!.state, 'done')
    await desk.stop()
    desk.start()
    await until('the rest to be removed', async () => (await readdir(desk.path())).length === 2)
  })

  test('errors of the server at every call change nothing here', async ({ assert }) => {
    await desk.write('a.txt', 'one')
    let failing: string | undefined
    desk.server.refuse = (what) => (what === failing ? 500 : undefined)
    desk.start()
    await desk.shows({ 'a.txt': 'one' })
    for (const call of ['GET ', 'POST /report', 'GET /work', 'POST /read', 'POST /chunks']) {
      failing = call
      const before = desk.server.requests.length
      const name = `${createHash('md5').update(call).digest('hex')}.bin`
      const bytes = seededBytes(call, 2 * MiB)
      const small = desk.writes(`small ${name}`, Buffer.from(call))
      const done = desk.does(small, desk.writes(name, bytes))
      const isRefused = () => desk.server.requests.slice(before).includes(call)
      await until('the refusal', isRefused)
      failing = undefined
      for (const outcome of await done) assert.equal(outcome.state, 'done')
      assert.isTrue(bytes.equals(await readFile(desk.path(name))))
    }
    assert.equal(await desk.read('a.txt'), 'one')
  })
})
