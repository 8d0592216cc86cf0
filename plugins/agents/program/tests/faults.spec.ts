// onOneDatabase: the agent uses the server by HTTP
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { Machine, Sender } from './machine.js'
import { Network } from './network.js'

const MiB = 1024 * 1024

test.group('Desktop agent: faults', (group) => {
  let app: TestApp
  let acme: TestTenant
  let network: Network
  let desk: Machine
  let sender: Sender

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    sender = new Sender(app.url, acme.admin)
    return () => app.stop()
  })
  group.each.setup(async () => {
    network = await Network.before(app.url)
    desk = await Machine.enrolled(app.url, acme.admin, network.url)
    await desk.start()
    return async () => {
      await desk.close()
      await network.stop()
    }
  })

  /** An asset that the agent itself has uploaded. */
  async function stored(name: string, bytes: Buffer, folder: string): Promise<void> {
    await desk.write(`sent/${name}`, bytes)
    const path = desk.path('sent', name)
    const { status } = await sender.run(desk, 'upload_files', { path, folder })
    if (status !== 'completed') throw new Error(`${name} was not stored.`)
  }

  // Red when a part is renamed before it is complete, or its bytes are not reused.
  test('kill -9 during a download leaves no partial file, and the download continues', async ({
    assert,
  }) => {
    const bytes = randomBytes(4 * MiB)
    await stored('whole.bin', bytes, '/Down')
    network.trouble = { method: 'GET', path: /\/content/, stallAfter: 2 * MiB }
    const path = desk.path('in')
    const command = await sender.send(desk, 'download_files', { path, folder: '/Down' })
    await network.stalled.promise
    const [part] = await until('a part of the file', async () => {
      const names = await readdir(path).catch(() => [])
      return names.length > 0 && names
    })
    assert.match(part!, /^\.crossdock-.*\.part$/)
    await desk.kill()
    assert.deepEqual(await readdir(path), [part!])
    network.calm()
    await desk.start()
    const { status, result } = await sender.ended(command)
    assert.equal(status, 'completed')
    assert.deepEqual(result, { files: 1, bytes: bytes.length, skipped: 0, failed: [] })
    assert.deepEqual(await readdir(path), ['whole.bin'])
    assert.isTrue(bytes.equals(await readFile(desk.path('in/whole.bin'))))
  })

  // Red when the address of an upload is not stored: the file would be sent from the beginning.
  test('an upload continues after kill -9, and makes one version', async ({ assert }) => {
    const bytes = randomBytes(4 * MiB)
    await desk.write('up/large.bin', bytes)
    await desk.write('up/small.txt', 'small')
    network.trouble = { method: 'PATCH', path: /\/uploads\//, stallAfter: 2 * MiB }
    const parameters = { path: desk.path('up'), folder: '/Up' }
    const command = await sender.send(desk, 'upload_files', parameters)
    await network.stalled.promise
    await desk.kill()
    network.calm()
    network.seen.length = 0
    await desk.start()
    assert.equal((await sender.ended(command)).status, 'completed')
    assert.isFalse(network.seen.includes('POST /api/uploads'))
    assert.equal((await sender.files('large.bin'))['/Up/large.bin']!.version, 1)
    assert.equal((await sender.files('small.txt'))['/Up/small.txt']!.version, 1)
    const again = await sender.run(desk, 'upload_files', parameters)
    assert.deepEqual(again.result, { files: 0, bytes: 0, skipped: 2, failed: [] })
  })

  test('a transfer waits for a lost network', async ({ assert }) => {
    const bytes = randomBytes(4 * MiB)
    await stored('far.bin', bytes, '/Far')
    network.trouble = { method: 'GET', path: /\/content/, stallAfter: 2 * MiB }
    const path = desk.path('in')
    const command = await sender.send(desk, 'download_files', { path, folder: '/Far' })
    await network.stalled.promise
    network.goAway()
    await until('the agent to be offline', async () => !(await desk.status()).connectedSince)
    network.calm()
    network.comeBack()
    assert.equal((await sender.ended(command)).status, 'completed')
    assert.isTrue(bytes.equals(await readFile(desk.path('in/far.bin'))))
  })

  // Red when the content id of a part is not compared with the server's.
  test('bytes that differ from the version are not written', async ({ assert }) => {
    await stored('true.txt', Buffer.from('the true bytes'), '/True')
    network.trouble = {
      method: 'GET',
      path: /\/content/,
      change: (bytes) => Buffer.alloc(bytes.length, 'x'),
    }
    const path = desk.path('in')
    const { status, result } = await sender.run(desk, 'download_files', { path, folder: '/True' })
    assert.equal(status, 'failed')
    const [failed] = result!.failed as { path: string; message: string }[]
    assert.equal(failed!.path, '/True/true.txt')
    assert.match(failed!.message, /other bytes .* Nothing was written/)
    assert.deepEqual(await readdir(path), [])
  })

  // Red when the server's content id of a small file is not checked.
  test('bytes changed in transfer are reported', async ({ assert }) => {
    await desk.write('sent/plain.txt', 'PLAIN')
    network.trouble = {
      method: 'POST',
      path: /\/batch/,
      change: (bytes) => Buffer.from(bytes.toString('latin1').replace('PLAIN', 'WRONG'), 'latin1'),
    }
    const { status, errorMessage } = await sender.run(desk, 'upload_files', {
      path: desk.path('sent'),
      folder: '/Changed',
    })
    assert.equal(status, 'failed')
    assert.match(errorMessage!, /The server has received other bytes/)
  })

  // Red when a repeated delivery runs the command again.
  test('a command whose result was lost in transfer is not run twice', async ({ assert }) => {
    await desk.shell.run(['agent', 'pause'])
    const command = await sender.send(desk, 'system_info')
    await until('the agent to have it', async () => (await desk.status()).waiting === 1)
    network.goAway()
    await until('the agent to be offline', async () => !(await desk.status()).connectedSince)
    await desk.shell.run(['agent', 'resume'])
    await until(
      'it to be done',
      async () => (await desk.status()).newest[0]!.status === 'completed'
    )
    assert.equal((await sender.show(command.id)).status, 'running')
    network.comeBack()
    assert.equal((await sender.ended(command)).status, 'completed')
    const log = await desk.shell.run(['agent', 'logs'])
    assert.lengthOf(log.stdout.match(/system_info .* is completed/g) ?? [], 1)
  })

  test('a canceled command stops, and leaves no part', async ({ assert }) => {
    await stored('long.bin', randomBytes(4 * MiB), '/Long')
    network.trouble = { method: 'GET', path: /\/content/, stallAfter: MiB }
    const path = desk.path('in')
    const command = await sender.send(desk, 'download_files', { path, folder: '/Long' })
    await network.stalled.promise
    await sender.cancel(command)
    await until('the agent to be idle', async () => (await desk.status()).running.length === 0)
    assert.deepEqual(await readdir(path), [])
    assert.equal((await sender.show(command.id)).status, 'cancelled')
  })
})

test.group('Desktop agent: a clock that is wrong by a year', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    app = await bootApp()
    app.clock.advance(365 * 24 * 3_600_000)
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  // Red when a local time is compared with a server time.
  test('enrolls, runs commands and gets a new session', async ({ assert, cleanup }) => {
    const desk = await Machine.enrolled(app.url, acme.admin)
    cleanup(() => desk.close())
    await desk.start()
    const sender = new Sender(app.url, acme.admin)
    await desk.write('up/a.txt', 'a')
    const copied = { path: desk.path('up'), folder: '/Late' }
    assert.equal((await sender.run(desk, 'upload_files', copied)).status, 'completed')
    // The session of the agent ends after an hour.
    app.clock.advance(2 * 3_600_000)
    await desk.write('up/b.txt', 'b')
    const { status, result } = await sender.run(desk, 'upload_files', copied)
    assert.equal(status, 'completed')
    assert.containSubset(result, { files: 1 })
  })
})
