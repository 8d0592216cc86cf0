import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { contentId, encodeChunks } from '@crossdock/kernel/chunks'
import { framesType, protocolHeader, syncProtocol } from '@crossdock/sync-engine/protocol'
import { test } from '@japa/runner'
import { TestAgent } from '../../agents/tests/agent_lab.js'
import { frameHead } from '../agent_api/frames.js'
import { SyncSide } from '../models/sync_side.js'
import { deskLab } from './desk_lab.js'
import { FakeFolder } from './fake_agent.js'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const refOf = (text: string) => ({ hash: hashOf(text), size: Buffer.byteLength(text) })
const idOf = (text: string) => contentId(encodeChunks([refOf(text)]))
const frame = (text: string, hash = hashOf(text)) =>
  Buffer.concat([frameHead({ chunk: hash }, Buffer.byteLength(text)), Buffer.from(text)])

test.group('What agents call', (group) => {
  let app: TestApp

  group.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'warn' } })
    return () => app.stop()
  })

  test('another agent, a person and another tenant have no access to an end', async ({
    assert,
  }) => {
    const { lab, folder, contract } = await deskLab(app)
    const other = await new TestAgent(app.url, 'Other').join(lab.tenant.token)
    const foreign = await deskLab(app)
    for (const agent of [other, foreign.agent]) {
      const wrong = new FakeFolder(agent, contract.id, 'source')
      for (const [method, path, body] of [
        ['GET', 'work', undefined],
        ['POST', 'chunks', { contents: [] }],
        ['POST', 'missing', { contents: [] }],
        ['POST', 'progress', { progress: [] }],
        ['POST', 'contents', frame('x')],
      ] as const)
        assert.equal((await wrong.call(method, path, body)).status, 404, path)
      await assert.rejects(() => wrong.report(), /404/)
    }
    const target = new FakeFolder(folder.agent, contract.id, 'target')
    assert.equal((await target.call('GET', 'work')).status, 404)
    const path = `/api/sync-contracts/agent/${contract.id}/source/work`
    assert.equal((await app.call('GET', path, { as: lab.tenant.admin })).status, 404)
    const ends = await app.ok<{ ends: { contractId: string; path: string }[] }>(
      ...(['GET', '/api/sync-contracts/agent', { as: folder.agent.bearer }] as const)
    )
    assert.deepEqual(
      ends.ends.map(({ contractId, path }) => [contractId, path]),
      [[contract.id, '/srv/share']]
    )
  })

  test('bytes that do not match their hash are refused, and so are decompression bombs', async ({
    assert,
  }) => {
    const { folder } = await deskLab(app)
    const send = (body: Buffer) => folder.call<{ code: string }>('POST', 'contents', body)
    assert.equal((await send(frame('other bytes', hashOf('bytes')))).status, 422)
    assert.equal((await send(Buffer.from('no frames'))).status, 400)
    assert.equal((await send(frame('cut off').subarray(0, -2))).status, 400)
    assert.equal((await send(Buffer.alloc(50_000_000))).status, 413)
    const raw = await fetch(
      `${app.url}/api/sync-contracts/agent/${folder.contractId}/source/contents`,
      {
        method: 'POST',
        headers: {
          ...folder.agent.bearer.headers,
          'content-type': framesType,
          'content-encoding': 'br',
        },
        body: new Uint8Array(zstdCompressSync(frame('x'))),
      }
    )
    assert.equal(raw.status, 415)
    // A manifest whose chunks form another content.
    const wrong = frameHead({ content: idOf('something'), chunks: [refOf('other')] })
    const body = await folder.ok('POST', 'contents', Buffer.concat([frame('other'), wrong]))
    assert.deepEqual(body as object, {
      contents: [{ hash: idOf('something'), state: 'incomplete' }],
    })
  })

  test('an agent cannot use chunks of other contents in the tenant', async ({ assert }) => {
    const { lab, folder } = await deskLab(app)
    const secret = 'a secret of another folder'
    await lab.file('secret.txt', null, secret)
    const asked = { hash: idOf(secret), size: secret.length, chunks: [refOf(secret)], base: null }
    const { missing } = await folder.ok<{ missing: string[] }>('POST', 'missing', {
      contents: [asked],
    })
    assert.deepEqual(missing, [hashOf(secret)])
    const manifest = frameHead({ content: idOf(secret), chunks: [refOf(secret)] })
    const taken = await folder.ok('POST', 'contents', manifest)
    assert.deepEqual(taken as object, { contents: [{ hash: idOf(secret), state: 'incomplete' }] })
    const read = { contents: [{ hash: idOf(secret), chunks: null }] }
    assert.equal((await folder.call('POST', 'read', read)).status, 404)
    assert.equal((await folder.call('POST', 'chunks', { contents: [idOf(secret)] })).status, 404)
  })

  test('a hash without its bytes brings nothing into the assets', async ({ assert }) => {
    const { lab, folder, contract, shared } = await deskLab(app)
    const secret = 'another secret'
    await lab.file('secret.txt', null, secret)
    folder.put('copy.txt', secret)
    await folder.report()
    await lab.startRun(contract.id)
    await lab.settled(contract.id)
    assert.deepEqual(await lab.tree(shared), {})
    const { work } = await folder.ok<{ work: { type: string }[] }>('GET', 'work')
    assert.deepEqual(
      work.map(({ type }) => type),
      ['send']
    )
  })

  /** Red when the version that an agent sends is ignored: the folder would be emptied. */
  test('an agent of version {$self} of the protocol is refused, and nothing is deleted')
    .with([syncProtocol - 1, syncProtocol + 1])
    .run(async ({ assert }, protocol) => {
      const { lab, folder, contract, sync, shared } = await deskLab(app)
      for (const name of ['a.txt', 'b.txt']) folder.put(name, name)
      await folder.report()
      await sync()
      folder.protocol = String(protocol)
      folder.entries.clear()
      await assert.rejects(() => folder.report(), /409.*E_SYNC_PROTOCOL/)
      for (const [method, path, body] of [
        ['GET', 'work', undefined],
        ['POST', 'chunks', { contents: [] }],
        ['POST', 'missing', { contents: [] }],
        ['POST', 'progress', { progress: [] }],
        ['POST', 'contents', frame('x')],
        ['POST', 'read', { contents: [{ hash: idOf('a.txt'), chunks: null }] }],
      ] as const) {
        const { status, body: refusal } = await folder.call<{ message: string }>(method, path, body)
        assert.equal(status, 409, path)
        assert.equal(
          refusal.message,
          `The agent speaks version ${protocol} of the sync protocol, and the server version ${syncProtocol}. Install the agent that this server offers.`
        )
      }
      const headers = { ...folder.agent.bearer.headers, [protocolHeader]: String(protocol) }
      const ends = await fetch(`${app.url}/api/sync-contracts/agent`, { headers })
      assert.equal(ends.status, 409)
      await lab.startRun(contract.id)
      await lab.settled(contract.id)
      assert.deepEqual(await lab.tree(shared), { 'a.txt': 'a.txt', 'b.txt': 'b.txt' })
    })

  test('a report in parts takes effect with its last part, unless one is missing', async ({
    assert,
  }) => {
    const { lab, folder, contract } = await deskLab(app)
    for (let number = 0; number < 5; number++) folder.put(`${number}.txt`, `${number}`)
    await folder.report({ partSize: 2 })
    const entries = [...folder.entries.values()].map((one) => folder.reported(one))
    const part = (more: object) => ({
      stateId: folder.stateId,
      generation: 2,
      part: 0,
      isWhole: true,
      isLast: false,
      isRootThere: true,
      changed: [],
      removed: [],
      outcomes: [],
      traits: {
        hasIds: true,
        isCaseSensitive: true,
        isFormSensitive: true,
        names: 'posix',
        maxNameBytes: 255,
        maxPathBytes: 4_096,
      },
      ...more,
    })
    await folder.ok('POST', 'report', part({ changed: entries.slice(0, 2) }))
    const files = () =>
      lab.inside(async () => {
        const row = await SyncSide.query()
          .where({ contractId: contract.id, side: 'source' })
          .first()
        return [Number(row!.generation), row!.epoch]
      })
    const before = await files()
    // The second part was lost.
    const third = part({ part: 2, isLast: true, changed: entries.slice(4) })
    assert.deepEqual(await folder.ok('POST', 'report', third), { state: 'again', hasWork: false })
    assert.deepEqual(await files(), before)
    // Changes based on a generation that the server does not have.
    const changes = part({ generation: 9, isWhole: false, isLast: true })
    assert.deepEqual(await folder.ok('POST', 'report', changes), { state: 'again', hasWork: false })
    const bad = part({ changed: [{ ...entries[0], size: -1 }] })
    assert.equal((await folder.call('POST', 'report', bad)).status, 422)
  })
})
