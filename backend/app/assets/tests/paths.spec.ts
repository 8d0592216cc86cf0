import { DriverTrace } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import type { AssetInfo } from '../contracts/asset_info.js'
import type { FileVersion } from '../contracts/index.js'
import { assetsApp, type Files } from './support.js'

test.group('Paths', (group) => {
  const assets = assetsApp(group)

  const paths = async (files: Files, query: string) =>
    (await files.list(query)).map(({ path }) => path)

  test('every answer with an asset or a version contains its path', async ({ assert }) => {
    const { files } = await assets.tenant()
    const customs = await files.folder('Customs')
    assert.equal(customs.path, '/Customs')
    const year = await files.folder('2031', customs.id)
    const file = await files.file('decl.pdf', year.id)
    assert.equal(file.path, '/Customs/2031/decl.pdf')
    assert.equal((await files.file('decl.pdf', year.id, 'two')).path, file.path)
    assert.deepEqual(await paths(files, ''), ['/Customs'])
    assert.deepEqual(await paths(files, `?parent=${year.id}`), [file.path])
    assert.equal((await files.call('GET', `/${file.id}`)).body.path, file.path)
    const versions = await files.call<FileVersion[]>('GET', `/${file.id}/versions`)
    assert.deepEqual(
      versions.body.map(({ path }) => path),
      [file.path, file.path]
    )
    const moved = await files.call('PUT', `/${file.id}`, { body: { parentId: customs.id } })
    assert.equal(moved.body.path, '/Customs/decl.pdf')
    assert.equal((await files.call('DELETE', `/${file.id}`)).body.path, '/Customs/decl.pdf')
    assert.deepEqual(await paths(files, '?trashed=true'), ['/Customs/decl.pdf'])
    assert.equal((await files.call('POST', `/${file.id}/restore`)).body.path, '/Customs/decl.pdf')
  })

  // Red when showAssets() queries each row, or a shared folder more than once.
  test('the number of statements of a page depends neither on its length nor on its folders', async ({
    assert,
    cleanup,
  }) => {
    const { files } = await assets.tenant()
    const top = await files.folder('Customs')
    const year = await files.folder('2031', top.id)
    const made: AssetInfo[] = []
    for (let number = 10; number < 30; number++) {
      const folder = await files.folder(`box ${number}`, year.id)
      made.push(await files.file(`scan ${number}.pdf`, folder.id))
    }
    const trace = new DriverTrace()
    cleanup(() => trace.stop())
    const statements = async (query: string) => {
      const before = trace.asked.length
      assert.isAbove((await files.list(query)).length, 0)
      return trace.asked.slice(before).filter(({ text }) => /\bassets\b/.test(text)).length
    }
    // Fills the cache of the lists.
    for (const query of ['?search=scan', '?search=box', '']) await statements(query)
    const one = await statements('?search=scan 10')
    assert.isAtMost(await statements('?search=scan'), one + 1)
    const atTop = await statements('')
    const below = await statements(`?parent=${year.id}`)
    assert.isAtMost(below, atTop + 4)
    const found = await paths(files, '?search=scan')
    assert.sameMembers(
      found,
      made.map(({ path }) => path)
    )
    assert.include(found, '/Customs/2031/box 17/scan 17.pdf')
  })
})
