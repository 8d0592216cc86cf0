// onBothDatabases: asks which database it runs on
import { request } from 'node:http'
import { test } from '@japa/runner'
import { bootApp } from '@crossdock/backend/testing'
import { sessionAt, testDatabase } from '@crossdock/kernel/testing'
import { uploadLimits } from '../contracts/index.js'
import { assetsApp, type Files } from './support.js'

interface Fates {
  files: {
    path: string
    fate: string
    id: string | null
    hash: string | null
    code: string | null
    message: string
  }[]
}

const batch = (
  files: Files,
  given: [path: string, bytes: string | Uint8Array][],
  parentId = ''
) => {
  const form = new FormData()
  form.set('parentId', parentId)
  for (const [path, bytes] of given) form.append('file', new Blob([bytes as string]), path)
  return files.call<Fates & { code: string }>('POST', '/batch', { body: form })
}

const fatesOf = ({ files }: Fates) => files.map(({ path, fate, code }) => [path, fate, code])

test.group('Many files in one request', (group) => {
  const assets = assetsApp(group)
  let limit = Infinity
  group.setup(() => uploadLimits.add('batch test', () => limit))
  group.each.teardown(() => void (limit = Infinity))

  test('each file goes to its path below the parent', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Inbox')
    const large = new Uint8Array(3_000_000).fill(7)
    const reply = await batch(
      files,
      [
        ['a.txt', 'one'],
        ['Customs/b.txt', 'two'],
        ['Customs/2026/ü.txt', 'three'],
        ['empty.txt', ''],
        ['Customs/large.bin', large],
        ['a.txt', 'four'],
      ],
      folder.id
    )
    assert.equal(reply.status, 200)
    assert.deepEqual(fatesOf(reply.body), [
      ['a.txt', 'created', null],
      ['Customs/b.txt', 'created', null],
      ['Customs/2026/ü.txt', 'created', null],
      ['empty.txt', 'created', null],
      ['Customs/large.bin', 'created', null],
      ['a.txt', 'updated', null],
    ])
    const contents = await Promise.all(
      reply.body.files.map(
        async ({ id }) => (await files.call<string>('GET', `/${id}/content`)).body
      )
    )
    assert.deepEqual(contents.slice(0, 4), ['four', 'two', 'three', ''])
    assert.sameMembers(await files.names(`?parentId=${folder.id}`), [
      'Customs',
      'a.txt',
      'empty.txt',
    ])
    const shown = await files.call('GET', `/${reply.body.files[4]!.id}`)
    assert.equal(shown.body.size, 3_000_000)
    // The hash proves to the sender that the bytes arrived unchanged.
    for (const { id, hash } of reply.body.files.slice(1)) {
      type Versions = { hash: string }[]
      const { body } = await files.call<Versions>('GET', `/${id}/versions`)
      assert.isTrue(body.some((version) => version.hash === hash))
    }
  })

  /** Red when a refused file undoes what others in its transaction have written. */
  test('a refused file does not affect the others, and the answer has the reason', async ({
    assert,
  }) => {
    const { files } = await assets.tenant()
    await files.folder('Taken')
    await files.file('file.txt')
    limit = 2_000_000
    const reply = await batch(files, [
      ['first.txt', '1'],
      ['Taken', 'x'],
      ['../up.txt', 'x'],
      ['file.txt/below.txt', 'x'],
      ['CON', 'x'],
      ['large.bin', new Uint8Array(2_000_001)],
      ['last.txt', '2'],
    ])
    assert.deepEqual(fatesOf(reply.body), [
      ['first.txt', 'created', null],
      ['Taken', 'refused', 'E_NAME_TAKEN'],
      ['../up.txt', 'refused', 'E_VALIDATION'],
      ['file.txt/below.txt', 'refused', 'E_NAME_TAKEN'],
      ['CON', 'refused', 'E_VALIDATION'],
      ['large.bin', 'refused', 'E_CONTENT_TOO_LARGE'],
      ['last.txt', 'created', null],
    ])
    assert.match(reply.body.files[1]!.message, /"Taken" is a folder here/)
    assert.sameMembers(await files.names(), ['Taken', 'file.txt', 'first.txt', 'last.txt'])
  })

  /** Red when files are stored in their folders before the form has ended. */
  test('a connection that breaks leaves nothing', async ({ assert }) => {
    const { files } = await assets.tenant()
    const part = (name: string) =>
      `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\ntext\r\n`
    await new Promise<void>((resolve) => {
      const sent = request(`${assets.app.url}/api/assets/batch`, {
        method: 'POST',
        headers: { ...files.as.headers, 'content-type': 'multipart/form-data; boundary=b' },
      })
      sent.once('error', () => resolve())
      sent.write(part('one.txt') + part('two.txt') + part('three.txt'), () => {
        setImmediate(() => sent.destroy())
      })
    })
    // After it, on the same connection.
    await batch(files, [['after.txt', 'x']])
    assert.deepEqual(await files.names(), ['after.txt'])
  })

  test('a form of another kind is refused as a whole', async ({ assert }) => {
    const { files } = await assets.tenant()
    assert.equal((await batch(files, [])).status, 422)
    assert.equal((await batch(files, [['x.txt', 'x']], 'unknown')).status, 404)
    const many = Array.from({ length: 1001 }, (_, at): [string, string] => [`${at}.txt`, 'x'])
    assert.equal((await batch(files, many)).status, 422)
    assert.equal((await files.call('POST', '/batch', { body: { files: [] } })).status, 415)
    assert.deepEqual(await files.names(), [])
  })

  // Red when UploadForm accepts a field after a file: the size of the file would decide the result.
  test('a field after the first file is refused, for any size of the file', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Inbox')
    const late = async (bytes: number, name: string, value: string) => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(bytes)]), 'first.bin')
      form.append('file', new Blob(['small']), 'second.txt')
      form.append(name, value)
      const { status, body } = await files.call('POST', '/batch', { body: form })
      return [status, body.errors[0]!.field, body.message]
    }
    for (const bytes of [10, 3 * 1024 * 1024]) {
      for (const [name, value] of [
        ['parentId', folder.id],
        ['parentId', 'nosuch'],
        ['tenantId', 'evil'],
        ['tenantId', ''],
      ] as const) {
        const message = `The field "${name}" comes after a file. Send it before the first one.`
        assert.deepEqual(await late(bytes, name, value), [422, name, message])
      }
    }
    assert.deepEqual(await files.names(), ['Inbox'])
    assert.deepEqual(await files.names(`?parentId=${folder.id}`), [])
  })

  // Red when the same bytes give a file another version.
  test('sent again, existing files stay unchanged', async ({ assert }) => {
    const { files } = await assets.tenant()
    const given: [string, string][] = [
      ['a.txt', 'one'],
      ['Deep/b.txt', 'two'],
      ['empty.txt', ''],
    ]
    const first = await batch(files, given)
    const again = await batch(files, [...given, ['c.txt', 'new']])
    const changed = await batch(files, [['a.txt', 'two']])
    assert.deepEqual(
      [again, changed].map(({ body }) => body.files.map(({ fate }) => fate)),
      [['unchanged', 'unchanged', 'unchanged', 'created'], ['updated']]
    )
    assert.deepEqual(
      again.body.files.slice(0, 3).map(({ id }) => id),
      first.body.files.map(({ id }) => id)
    )
    const shown = await files.call('GET', `/${first.body.files[0]!.id}`)
    assert.equal(shown.body.version, 2)
  })

  if (testDatabase === 'pg') {
    /**
     * Red when `analyzeUnknown` is not called: each name, and each foreign key, would scan all of the tenant's files.
     */
    test('PostgreSQL has statistics of the tables after many files', async ({ assert }) => {
      const { files } = await assets.tenant()
      const many = Array.from({ length: 400 }, (_, at): [string, string] => [`${at}.txt`, `${at}`])
      assert.equal((await batch(files, many)).status, 200)
      const unknown = await sessionAt(assets.app.database.databaseUrl!, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          `select relname as name from pg_class where reltuples <= 0
           and relname in ('assets', 'asset_versions', 'content_chunks')`
        )
        return rows.map(({ name }) => name)
      })
      assert.deepEqual(unknown, [])
    })

    /**
     * Red when each start creates the function again: only its owner may, and that may be another role than the
     * migrating one.
     */
    test('the analyzing function is created once', async ({ assert }) => {
      const { database } = assets.app
      const madeBy = () =>
        sessionAt(database.databaseUrl!, async (client) => {
          const found = await client.query<{ by: string }>(
            `select xmin::text as by from pg_proc where proname = 'analyse_unknown'`
          )
          return found.rows
        })
      const made = await madeBy()
      assert.lengthOf(made, 1)
      await (await bootApp({ database })).stop()
      assert.deepEqual(await madeBy(), made)
    })
  }

  test('several requests upload into the same folders concurrently', async ({ assert }) => {
    const { files } = await assets.tenant()
    const names = Array.from({ length: 60 }, (_, at) => `f${at}.txt`)
    const replies = await Promise.all(
      ['one', 'two', 'three'].map((whose) =>
        batch(
          files,
          names.map((name) => [`Shared/${whose}/${name}`, `${whose} ${name}`])
        )
      )
    )
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200]
    )
    const [shared, ...others] = await files.list()
    assert.lengthOf(others, 0)
    for (const { id } of await files.list(`?parentId=${shared!.id}`)) {
      assert.lengthOf(await files.names(`?parentId=${id}`), 60)
    }
  })
})
