// onOneDatabase: the agent uses the server by HTTP
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { State } from '../state/state.js'
import { readManifest } from '../update/manifest.js'
import { Machine } from './machine.js'

const purpose = 'crossdock-agent-update\n'

test.group('Desktop agent: updates', (group) => {
  let folder: string
  let state: State
  let key: KeyObject

  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crossdock-state-'))
    state = State.open(folder, true)
    const pair = generateKeyPairSync('ed25519')
    key = pair.privateKey
    const updateKey = pair.publicKey.export({ format: 'jwk' }).x!
    state.set('identity', { server: 'https://crossdock.example.com', updateKey } as never)
    return async () => {
      state.close()
      await rm(folder, { recursive: true, force: true })
    }
  })

  const said = (counter: number, version = '2.0.0') =>
    `${purpose}${JSON.stringify({ counter, version, files: { 'linux-x64': { size: 5, sha256: 'ab' } } })}`
  const signed = (manifest: string, by = key) => ({
    manifest,
    signature: sign(null, Buffer.from(manifest), by).toString('base64url'),
  })
  const read = (manifest: { manifest: string; signature: string }) =>
    readManifest(state, manifest, 'linux-x64')

  test('a manifest signed by the server is accepted, also repeatedly', ({ assert }) => {
    const release = { version: '2.0.0', size: 5, sha256: 'ab' }
    assert.deepEqual(read(signed(said(7))), release)
    assert.deepEqual(read(signed(said(7))), release)
    assert.deepEqual(read(signed(said(8))), release)
  })

  // Red when the signature is not checked, or not over the received bytes.
  test('a manifest with a changed byte is refused', ({ assert }) => {
    const { manifest, signature } = signed(said(7))
    assert.throws(
      () => read({ manifest: manifest.replace('2.0.0', '2.0.1'), signature }),
      /not signed/
    )
    assert.throws(() => read({ manifest: `${manifest} `, signature }), /not signed/)
    assert.throws(() => read({ manifest, signature: 'none' }), /not signed/)
  })

  test('a manifest signed with another key is refused', ({ assert }) => {
    const other = generateKeyPairSync('ed25519').privateKey
    assert.throws(() => read(signed(said(7), other)), /not signed/)
  })

  // Red when the counter of the last manifest is not stored.
  test('an older manifest, and a different one with the same counter, are refused', ({
    assert,
  }) => {
    read(signed(said(7)))
    assert.throws(() => read(signed(said(6))), /has the number 6/)
    assert.throws(() => read(signed(said(7, '1.0.0'))), /has the number 7/)
  })

  test('a text signed for another purpose is not an update', ({ assert }) => {
    assert.throws(() => read(signed(said(7).slice(purpose.length))), /cannot read the update/)
  })

  test('a machine without a built program gets a clear error', ({ assert }) => {
    assert.throws(() => readManifest(state, signed(said(7)), 'windows-arm64'), /windows-arm64/)
  })

  test('an agent in the command line explains how it is updated', async ({ assert, cleanup }) => {
    const app = await bootApp()
    cleanup(() => app.stop())
    const { admin } = await app.tenant('acme')
    const desk = await Machine.enrolled(app.url, admin)
    cleanup(() => desk.close())
    await desk.start()
    assert.equal((await desk.shell.run(['agent', 'update'])).code, 0)
    await desk.running.shows('is updated with it')
  })
})
