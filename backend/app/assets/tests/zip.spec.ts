import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { contentStore } from '@crossdock/kernel/storage'
import { unpacked } from './read_zip.js'
import { alterName, assetsApp, type Files } from './support.js'

async function download(files: Files, path: string, headers: Record<string, string> = {}) {
  const url = new URL(`/api/assets${path}`, files.app.url)
  const reply = await fetch(url, { headers: { ...files.as.headers, ...headers } })
  const { status } = reply
  return { status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

/** Deletes the contents of a folder. */
async function emptied(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name))
}

/** Adds more bytes than the buffers between server and client hold. */
async function addMany(files: Files, parentId: string): Promise<void> {
  const { body } = await files.upload({ name: 'zz.bin', bytes: randomBytes(10_000_000), parentId })
  for (let copy = 0; copy < 3; copy++) {
    await files.call('POST', `/${body.id}/copy`, { body: { parentId } })
  }
}

const look = <T>(work: () => Promise<T>) => asOperator('a test looks', work)

test.group('A folder as a zip', (group) => {
  const assets = assetsApp(group)

  /** A folder with small and large files, an empty one, and an empty folder. */
  async function filled() {
    const { files, id: tenant } = await assets.tenant()
    const top = await files.folder('Zoll')
    const year = await files.folder('2026', top.id)
    await files.folder('Empty', top.id)
    const contents = new Map<string, Buffer>()
    for (const [name, size] of [
      ['Größe 5 €.pdf', 200],
      ['leer.txt', 0],
      ['large.bin', 6_000_000],
      ['😀.txt', 70_000],
    ] as const) {
      const bytes = randomBytes(size)
      contents.set(`Zoll/2026/${name}`, bytes)
      const { status } = await files.upload({ name, bytes, parentId: year.id })
      if (status !== 201) throw new Error(`${name}: ${status}`)
    }
    return { files, tenant, top, year, contents }
  }

  test('is complete and has the announced length', async ({ assert }) => {
    const { files, top, contents } = await filled()
    const zip = await download(files, `/${top.id}/content`)
    assert.equal(zip.status, 200)
    assert.equal(zip.headers.get('content-type'), 'application/zip')
    assert.equal(zip.headers.get('content-length'), String(zip.bytes.length))
    assert.include(zip.headers.get('content-disposition'), 'filename="Zoll.zip"')
    assert.equal(zip.headers.get('accept-ranges'), 'bytes')
    const found = unpacked(zip.bytes)
    assert.sameMembers([...found.keys()], [...contents.keys(), 'Zoll/Empty/'])
    for (const [path, bytes] of contents) assert.isTrue(found.get(path)!.equals(bytes), path)
    const head = await files.call('HEAD', `/${top.id}/content`)
    assert.equal(head.headers.get('content-length'), String(zip.bytes.length))
    assert.equal(head.headers.get('etag'), zip.headers.get('etag'))
  })

  test('continues after a break, in pieces of any size', async ({ assert }) => {
    const { files, top } = await filled()
    const { bytes, headers } = await download(files, `/${top.id}/content`)
    const tag = { 'if-range': headers.get('etag')! }
    const cuts = [0, 1, 29, 2_000, 4_000_000, 4_000_001, bytes.length - 30, bytes.length]
    const pieces: Buffer[] = []
    for (const [at, start] of cuts.slice(0, -1).entries()) {
      const range = `bytes=${start}-${cuts[at + 1]! - 1}`
      const piece = await download(files, `/${top.id}/content`, { ...tag, range })
      assert.equal(piece.status, 206)
      pieces.push(piece.bytes)
    }
    assert.isTrue(Buffer.concat(pieces).equals(bytes))
    const behind = await download(files, `/${top.id}/content`, { range: `bytes=${bytes.length}-` })
    assert.equal(behind.status, 416)
  })

  // Red when the ETag does not depend on the contents: pieces of two zips would be combined.
  test('a download does not continue after a change', async ({ assert }) => {
    const { files, top, year } = await filled()
    const etag = (await files.call('HEAD', `/${top.id}/content`)).headers.get('etag')!
    const status = async (headers: Record<string, string>) =>
      (await download(files, `/${top.id}/content`, headers)).status
    assert.equal(await status({ 'if-none-match': etag }), 304)
    assert.equal(await status({ 'if-match': etag, range: 'bytes=0-9' }), 206)
    await files.file('later.txt', year.id)
    assert.equal(await status({ 'if-range': etag, range: 'bytes=0-9' }), 200)
    assert.equal(await status({ 'if-match': etag }), 412)
    assert.equal(await status({ 'if-none-match': etag }), 200)
  }).tags(['long'])

  test('several assets from any folders', async ({ assert }) => {
    const { files, top, year } = await filled()
    const loose = await files.file('loose.txt', null, 'loose')
    const same = await files.file('loose.txt', top.id, 'same name')
    const zip = await download(files, `/zip?ids=${year.id},${loose.id},${same.id},${loose.id}`)
    assert.equal(zip.status, 200)
    assert.include(zip.headers.get('content-disposition'), 'filename="Files.zip"')
    const found = unpacked(zip.bytes)
    assert.equal(found.get('loose.txt')!.toString(), 'loose')
    assert.equal(found.get('loose (2).txt')!.toString(), 'same name')
    assert.equal(found.get('2026/large.bin')!.length, 6_000_000)
    assert.equal((await files.call('GET', `/zip?ids=${loose.id},unknown`)).status, 404)
    for (const ids of ['', 'a,,b', '../x', `${'a,'.repeat(200)}a`]) {
      assert.equal((await files.call('GET', `/zip?ids=${ids}`)).status, 422, ids)
    }
    assert.equal((await files.call('GET', '/zip')).status, 422)
  }).tags(['long'])

  /** Red when versions are not checked, or compared with those of other ids. */
  test('is refused when one of them has another version', async ({ assert }) => {
    const { files, year } = await filled()
    const one = await files.file('one.txt', null, 'one')
    const two = await files.file('two.txt', null, 'two')
    const status = async (versions: string, ids = `${one.id},${two.id}`) =>
      (await files.call('GET', `/zip?ids=${ids}&versions=${versions}`)).status
    assert.equal(await status('1,1'), 200)
    await files.file('two.txt', null, 'two again')
    assert.equal(await status('1,2'), 200)
    assert.equal(await status('1,1'), 412)
    assert.equal(await status('2,1'), 412)
    assert.equal(await status('1', year.id), 412)
    // Red when missing versions match any.
    for (const few of ['1', '1,2,3']) assert.equal(await status(few), 422, few)
    for (const wrong of ['0', '-1', '1.5', 'a', '', '1,,1', `${'1,'.repeat(200)}1`]) {
      assert.equal(await status(wrong), 422, wrong)
    }
  })

  test('nothing from the trash, and no folder in it', async ({ assert }) => {
    const { files, top, year } = await filled()
    const old = await files.folder('Old', top.id)
    await files.file('old.txt', old.id)
    const file = await files.file('gone.txt', year.id)
    await files.call('DELETE', `/${old.id}`)
    await files.call('DELETE', `/${file.id}`)
    const { bytes } = await download(files, `/${top.id}/content`)
    assert.notMatch([...unpacked(bytes).keys()].join(), /gone|old/i)
    assert.equal((await files.call('GET', `/${old.id}/content`)).status, 409)
    assert.equal((await files.call('GET', `/zip?ids=${old.id}`)).status, 409)
  }).tags(['long'])

  test('names older than the rules stay inside the target folder', async ({ assert }) => {
    const { files, top, year } = await filled()
    const up = await files.file('up.txt', top.id, 'up')
    await alterName(up.id, '../../up.txt')
    await alterName(year.id, 'CON')
    const names = [...unpacked((await download(files, `/${top.id}/content`)).bytes).keys()]
    assert.include(names, 'Zoll/.._.._up.txt')
    assert.include(names, 'Zoll/CON_/large.bin')
  })

  // Red when an unknown checksum counts as 0.
  test('files older than checksums are read once', async ({ assert }) => {
    const { files, tenant, top, contents } = await filled()
    const unknown = () =>
      look(async () => unscoped().from('contents').where('tenant_id', tenant).whereNull('crc32'))
    await look(async () =>
      unscoped().from('contents').where('tenant_id', tenant).update({ crc32: null })
    )
    const found = unpacked((await download(files, `/${top.id}/content`)).bytes)
    for (const [path, bytes] of contents) assert.isTrue(found.get(path)!.equals(bytes), path)
    assert.lengthOf(await unknown(), 0)
  }).tags(['long'])

  /** Red when missing bytes are padded or skipped: other bytes would fill the announced length. */
  test('a file that is deleted during the download ends the connection', async ({ assert }) => {
    const { files, tenant, top, year } = await filled()
    await addMany(files, year.id)
    const url = new URL(`/api/assets/${top.id}/content`, files.app.url)
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    get(url, { headers: files.as.headers }, (response) => {
      let received = 0
      response.once('readable', () => {
        // The file exceeds the buffers, so the server cannot read the rest before the deletion.
        void emptied(join(assets.app.database.dataDir, 'content', tenant))
          .then(() => {
            response.on('data', (chunk: Buffer) => (received += chunk.length))
            response.once('end', () => reject(new Error(`It ended well after ${received} bytes.`)))
            response.once('error', () => resolve(received))
          })
          .catch(reject)
      })
    }).on('error', reject)
    assert.isBelow(await promise, 46_000_000)
  })

  // Red when the store is read further for a disconnected client.
  test('a disconnected client is sent nothing more', async ({ assert, cleanup }) => {
    const { files, top, year } = await filled()
    await addMany(files, year.id)
    const store = contentStore.use()
    const streams: { destroyed: boolean }[] = []
    const read = store.readSequence
    store.readSequence = async (parts) => {
      const stream = await read.call(store, parts)
      streams.push(stream)
      return stream
    }
    cleanup(() => void (store.readSequence = read))
    const url = new URL(`/api/assets/${top.id}/content`, files.app.url)
    get(url, { headers: files.as.headers }, (response) => {
      response.once('data', () => response.destroy())
    }).on('error', () => undefined)
    await until('the end of its stream', async () => streams[0]?.destroyed === true)
    assert.lengthOf(streams, 1)
  })
})
