// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import type { AssetInfo } from '../contracts/asset_info.js'
import type { FileVersion } from '../contracts/index.js'
import { readZip } from './read_zip.js'
import { assetsApp, formOf, type Files } from './support.js'
import { metadataOf, Tus } from './tus_client.js'

const taken = '2019-05-04T03:02:01.000Z'
const seconds = Date.parse(taken) / 1000

const tusTime = async (files: Files, name: string, more: Record<string, string>) => {
  const metadata = { 'upload-metadata': metadataOf({ filename: name, ...more }) }
  const made = await new Tus(files).send('POST', undefined, { 'upload-length': '0', ...metadata })
  const { body } = await files.call('GET', `/${made.headers.get('upload-asset')}`)
  return body.fileModifiedAt
}

const formTime = (files: Files, name: string, fileModifiedAt: string) => {
  const form = formOf({ name })
  form.set('fileModifiedAt', fileModifiedAt)
  return files.call('POST', '', { body: form })
}

test.group('Times of files', (group) => {
  const assets = assetsApp(group)

  // Red when an endpoint ignores the time, or a way of writing it is left out.
  test('every endpoint keeps the time that a sender gives', async ({ assert }) => {
    const { files } = await assets.tenant()
    const ways = [
      String(seconds),
      `${seconds}.000`,
      String(seconds * 1000),
      taken,
      `${seconds * 1000}.999999999`,
      '2019-05-04T05:02:01+02:00',
      'Sat, 04 May 2019 03:02:01 GMT',
      'Sat May 04 2019 05:02:01 GMT+0200 (Central European Summer Time)',
    ]
    for (const [at, way] of ways.entries()) {
      assert.equal(await tusTime(files, `tus ${at}`, { mtime: way }), taken, way)
      assert.equal((await formTime(files, `form ${at}`, way)).body.fileModifiedAt, taken, way)
    }
    const last = await formTime(files, 'last', '1700000000.999999999')
    assert.equal(last.body.fileModifiedAt, '2023-11-14T22:13:20.999Z')
    for (const key of ['lastModified', 'last_modified', 'modified', 'fileModifiedAt']) {
      assert.equal(await tusTime(files, key, { [key]: taken }), taken, key)
    }
    const form = new FormData()
    form.set('fileModifiedAt', JSON.stringify([taken, null, seconds]))
    for (const name of ['a.txt', 'b.txt', 'c.txt']) form.append('file', new Blob([name]), name)
    const batch = await files.call<{ files: { id: string }[] }>('POST', '/batch', { body: form })
    const times: (string | null)[] = []
    for (const { id } of batch.body.files) {
      times.push((await files.call('GET', `/${id}`)).body.fileModifiedAt)
    }
    assert.deepEqual([times[0], times[2]], [taken, taken])
    assert.match(times[1]!, /^20[2-9]/)
    const { id } = batch.body.files[1]!
    const put = async (query: string, headers: Record<string, string> = {}) => {
      const all = { 'content-type': 'text/plain', ...headers }
      const body = `${query} ${JSON.stringify(headers)}`
      return (await files.call('PUT', `/${id}/content${query}`, { headers: all, body })).body
    }
    assert.equal((await put(`?fileModifiedAt=${seconds}`)).fileModifiedAt, taken)
    assert.notEqual((await put('')).fileModifiedAt, taken)
    assert.equal((await put('', { 'x-oc-mtime': String(seconds) })).fileModifiedAt, taken)
    const versions = await files.call<FileVersion[]>('GET', `/${id}/versions`)
    assert.deepEqual(
      versions.body.map(({ fileModifiedAt }) => fileModifiedAt),
      [taken, null, taken, null]
    )
    assert.isNull((await files.folder('Folder')).fileModifiedAt)
  })

  // Red when plausibleTime accepts any time.
  test('an absurd time counts as not given, and our own parameters refuse a text that is not a time', async ({
    assert,
  }) => {
    const { files } = await assets.tenant()
    const ahead = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString()
    const absurd = ['0', '-5', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59Z', '99999999999', ahead]
    for (const [at, time] of absurd.entries()) {
      const made = await formTime(files, `${at}.txt`, time)
      assert.equal(made.status, 201, time)
      assert.match(made.body.fileModifiedAt!, /^20[2-9]/, time)
      assert.isBelow(Date.parse(made.body.fileModifiedAt!), Date.parse(ahead), time)
    }
    for (const none of [
      'NaN',
      'yesterday',
      '2026-02-30T00:00:00Z',
      '2026-01-31',
      '1e9',
      '[1',
      '[]x',
    ]) {
      const refused = await formTime(files, 'none.txt', none)
      assert.deepEqual(
        [refused.status, refused.body.errors[0]?.field],
        [422, 'fileModifiedAt'],
        none
      )
      assert.isNotNull(await tusTime(files, `${none}.dat`.replace(/[[:]/g, '_'), { mtime: none }))
    }
    assert.notInclude(await files.names('?limit=100'), 'none.txt')
  })

  // Red when a copy, a restored version or a zip loses the time.
  test('copies, older versions and zips keep the time, and lists sort by it', async ({
    assert,
  }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Archive')
    const made: AssetInfo[] = []
    for (const [at, year] of ['2011', '2009', '2020'].entries()) {
      const form = formOf({ name: `${at}.txt`, parentId: folder.id })
      form.set('fileModifiedAt', `${year}-06-01T12:00:00Z`)
      made.push((await files.call('POST', '', { body: form })).body)
    }
    const none = await files.file('now.txt', folder.id)
    const sorted = (order: string) =>
      files.names(
        `?parentId=${folder.id}&sort=${encodeURIComponent(`["fileModifiedAt","${order}"]`)}`
      )
    assert.deepEqual(await sorted('ASC'), ['1.txt', '0.txt', '2.txt', 'now.txt'])
    // A new name does not change the time of the file.
    await files.call('PUT', `/${made[1]!.id}`, { body: { name: 'renamed.txt' } })
    assert.deepEqual(await sorted('DESC'), ['now.txt', '2.txt', '0.txt', 'renamed.txt'])
    const copy = await files.call('POST', `/${made[0]!.id}/copy`, { body: { parentId: null } })
    assert.equal(copy.body.fileModifiedAt, '2011-06-01T12:00:00.000Z')
    await files.file('0.txt', folder.id, 'newer')
    const restored = await files.call('POST', `/${made[0]!.id}/versions/1/restore`)
    assert.equal(restored.body.fileModifiedAt, '2011-06-01T12:00:00.000Z')
    assert.isNotNull(none.fileModifiedAt)
    const zip = await fetch(`${files.app.url}/api/assets/${folder.id}/content`, {
      headers: files.as.headers,
    })
    const bytes = Buffer.from(await zip.arrayBuffer())
    const entries = readZip(bytes.length, (at, length) => bytes.subarray(at, at + length))
    const years = Object.fromEntries(
      entries.map(({ name, modifiedAt }) => [name.split('/').at(-1), modifiedAt.getUTCFullYear()])
    )
    assert.include(years, { '0.txt': 2011, 'renamed.txt': 2009, '2.txt': 2020 })
  })
})
