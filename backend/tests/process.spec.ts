import { once } from 'node:events'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { freePort, ServerProcess, signIn, until } from '@crossdock/backend/testing'
import { call, freshDatabase, testDatabase } from '@crossdock/kernel/testing'
import { ownServers } from './own_servers.js'

const tenant = { name: 'Acme Freight', subdomain: 'acme', adminEmail: 'admin@acme.example' }

const head = '--line\r\ncontent-disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n'
const foot = '\r\n--line--\r\n'

test.group('The server as a process', (group) => {
  const { database, server } = ownServers(group)

  test('stops cleanly, even when a client keeps its connection', async ({ assert }) => {
    const one = await server()
    await one.start()
    const client = connect(one.port, '127.0.0.1')
    await once(client, 'connect')
    client.on('error', () => undefined)
    client.write('POST /api/auth/magic-link HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    await call(one.url, 'GET', '/api/health/live')
    let isOver = false
    const ended = one.stop().finally(() => (isOver = true))
    await until('the server to refuse connections', () =>
      call(one.url, 'GET', '/api/health/live').then(
        () => false,
        () => true
      )
    )
    // After a second, later signal it waits for no client.
    await until('the server to end', () => isOver || (process.kill(one.pid!, 'SIGTERM') && false))
    assert.equal(await ended, 0)
    client.destroy()
  })
  // Red when server.ts treats the second of two simultaneous signals as a new request (repeatedSignalMs = 0).
  test('a duplicate signal cuts no request', async ({ assert }) => {
    const one = await server()
    await one.start()
    const operator = await signIn(one, 'admin@localhost')
    await call(one.url, 'POST', '/api/tenants', { as: operator, body: tenant })
    const as = await signIn(one, tenant.adminEmail, tenant.subdomain)
    let arrived!: () => void
    const sending = new Promise<void>((resolve) => (arrived = resolve))
    let goOn!: () => void
    const stopping = new Promise<void>((resolve) => (goOn = resolve))
    async function* body() {
      yield Buffer.from(head)
      arrived()
      await stopping
      yield Buffer.from(`slow content${foot}`)
    }
    const upload = fetch(`${one.url}/api/assets`, {
      method: 'POST',
      headers: { ...as.headers, 'content-type': 'multipart/form-data; boundary=line' },
      body: body(),
      duplex: 'half',
    } as RequestInit)
    await sending
    const ended = one.stop()
    // Two signals of one kind could be merged by the system.
    process.kill(one.pid!, 'SIGINT')
    await until('the server to refuse connections', () =>
      call(one.url, 'GET', '/api/health/live').then(
        () => false,
        () => true
      )
    )
    goOn()
    assert.equal((await upload).status, 201)
    assert.equal(await ended, 0)
    assert.match(one.output.join(''), /Crossdock is stopping[^]*Crossdock has stopped\.\n$/)
  })
  /** Starts with each of these settings, and expects a refusal with the reason. */
  async function refusedWith(assert: Assert, cases: [Record<string, string>, string][]) {
    for (const [env, sentence] of cases) {
      const wrong = await server(env)
      const [status] = await once(wrong.spawn(), 'close')
      const output = wrong.output.join('')
      assert.equal(status, 1)
      assert.include(output, sentence)
      assert.notMatch(output, /at .*:\d+:\d+|secret/)
    }
  }

  /** A listener in place of a database. It sends one answer and closes the connection. */
  async function refusing(answer: Buffer | string) {
    const listener = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(answer))
    })
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    return { listener, port: (listener.address() as AddressInfo).port }
  }

  /** The message with which PostgreSQL and its poolers refuse a login. */
  function fatal(code: string, message: string): Buffer {
    const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
    const head = Buffer.from('E....')
    head.writeInt32BE(fields.length + 4, 1)
    return Buffer.concat([head, fields])
  }

  // Red when only known codes get a sentence: each pooler has its own codes.
  test('a start ends with one sentence when a pooler refuses, or when no database answers', async ({
    assert,
  }) => {
    const answers: [Buffer | string, string][] = [
      [fatal('08P01', 'no such user: someone'), 'no such user: someone (08P01)'],
      [fatal('XX000', 'the pooler is\npaused'), 'the pooler is paused (XX000)'],
      ['HTTP/1.1 400 Bad Request\r\n\r\n', 'refuses the connection: '],
      ['', 'refuses the connection: '],
    ]
    for (const [answer, words] of answers) {
      const { listener, port } = await refusing(answer)
      const DATABASE_URL = `postgres://someone:secret@127.0.0.1:${port}/dock`
      const place = `the database of DATABASE_URL (127.0.0.1:${port}/dock) `
      await refusedWith(assert, [[{ DATABASE_URL }, place]])
      const wrong = await server({ DATABASE_URL })
      await once(wrong.spawn(), 'close')
      assert.include(wrong.output.join(''), words)
      listener.close()
    }
  }).tags(['long'])

  test('an unavailable port or database is reported in a sentence', async ({ assert }) => {
    const listener = createServer().listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    const unused = await freePort()
    const cases: [Record<string, string>, string][] = [
      [{ PORT: String(port) }, `another program listens on port ${port}. Stop it, or choose`],
      [
        { DATABASE_URL: `postgres://someone:secret@127.0.0.1:${unused}/dock` },
        `DATABASE_URL (127.0.0.1:${unused}/dock) cannot be used: nothing answers there.`,
      ],
    ]
    const { databaseUrl } = database()
    if (databaseUrl) {
      const url = new URL(databaseUrl)
      url.pathname = '/no_such_database'
      cases.push([{ DATABASE_URL: url.href }, 'there is no database of that name. Create it'])
    }
    await refusedWith(assert, cases)
    listener.close()
  })
  test('a DATA_DIR that is not a folder is reported in a sentence', async ({ assert }) => {
    const file = join(database().dataDir, 'a file')
    await writeFile(file, '')
    const cases: [Record<string, string>, string][] = [
      [{ DATA_DIR: file }, `DATA_DIR (${file}) cannot be used: it is a file, not a folder.`],
      [
        { DATA_DIR: join(file, 'x') },
        'cannot be used: a part of the path is a file, not a folder.',
      ],
    ]
    // Red when folders are created recursively, which never ends there.
    if (process.platform === 'linux') {
      const sentence =
        'DATA_DIR (/proc/nope/x) cannot be used: no folder can be created at /proc/nope.'
      cases.push([{ DATA_DIR: '/proc/nope/x' }, sentence])
    }
    await refusedWith(assert, cases)
  }).tags(['long'])
  // Red when storedKey() reads anything at the path, and without "log" in sqliteConfig().
  test('an unreadable key or database in it is reported in a sentence', async ({ assert }) => {
    const [folder, empty, closed] = await Promise.all(
      ['folder', 'empty', 'closed'].map(async (name) => {
        const path = join(database().dataDir, name)
        await mkdir(path)
        return path
      })
    )
    await mkdir(join(folder!, 'app.key'))
    await writeFile(join(empty!, 'app.key'), '\n')
    const cases: [Record<string, string>, string][] = [
      [
        { DATA_DIR: folder! },
        'app.key is a folder. Put the former key there, or set APP_KEY to it',
      ],
      [{ DATA_DIR: empty! }, 'app.key has 0 characters, but a key needs at least 16'],
    ]
    if (testDatabase === 'sqlite') {
      await mkdir(join(closed!, 'crossdock.sqlite3'))
      cases.push([{ DATA_DIR: closed! }, 'the database in it cannot be opened by this account'])
    }
    await refusedWith(assert, cases)
  }).tags(['long'])
  // Red without assertNoKeyMissing(): the second start would find the key created by the first.
  test('a missing key is reported at every start', async ({ assert }) => {
    const first = await server()
    await first.start()
    assert.equal(await first.stop(), 0)
    await rm(join(database().dataDir, 'app.key'))
    for (let at = 0; at < 2; at++) {
      const again = await server()
      const [status] = await once(again.spawn(), 'close')
      assert.equal(status, 1)
      assert.include(again.output.join(''), 'APP_KEY (or DATA_DIR/app.key) is missing.')
    }
    assert.notInclude(await readdir(database().dataDir), 'app.key')
  }).tags(['long'])
  if (testDatabase === 'sqlite') {
    test('a second process on the same folder is refused and harms nothing', async ({ assert }) => {
      const first = await server()
      await first.start()
      const second = await server()
      const [status] = await once(second.spawn(), 'close')
      assert.equal(status, 1)
      assert.include(second.output.join(''), `Another Crossdock uses ${database().dataDir}`)
      assert.equal((await call(first.url, 'GET', '/api/health/ready')).status, 200)
    })
  }
  // Red when server.ts does not call keepFilesPrivate().
  test('its files are readable only by their owner', async ({ assert, cleanup }) => {
    if (process.platform === 'win32') return
    const former = process.umask(0o022)
    cleanup(() => void process.umask(former))
    // The server creates everything itself.
    const empty = await freshDatabase()
    const one = new ServerProcess(empty, await freePort())
    cleanup(async () => {
      await one.kill()
      await empty.remove()
    })
    await one.start()
    await signIn(one, 'admin@localhost')
    const names = await readdir(empty.dataDir, { recursive: true })
    assert.includeMembers(names, ['app.key', 'mail'])
    for (const name of names) {
      const { mode } = await stat(join(empty.dataDir, name))
      assert.equal(mode & 0o077, 0, name)
    }
  })
})
