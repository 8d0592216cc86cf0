import { test } from '@japa/runner'
import { assetsApp } from './support.js'

const query = (parts: Record<string, unknown>) =>
  `?${Object.entries(parts)
    .map(([name, value]) => `${name}=${encodeURIComponent(JSON.stringify(value))}`)
    .join('&')}`

test.group('Asset list', (group) => {
  const assets = assetsApp(group)

  // Red when lists by name sort by `name`: all capital letters come before all small ones.
  test('upper and lower case sort together', async ({ assert }) => {
    const { files } = await assets.tenant()
    for (const name of ['Zebra.txt', 'apple.txt', 'Mango.txt', 'apple 2.txt']) {
      await files.file(name)
    }
    const names = ['apple 2.txt', 'apple.txt', 'Mango.txt', 'Zebra.txt']
    assert.deepEqual(await files.names(), names)
    assert.deepEqual(await files.names(query({ sort: ['name', 'DESC'] })), names.toReversed())
    assert.deepEqual(await files.names('?search=txt'), names)
    const renamed = (await files.list()).at(-1)!
    await files.call('PUT', `/${renamed.id}`, { body: { name: 'BANANA.txt' } })
    assert.equal((await files.names())[2], 'BANANA.txt')
  })

  test('sorts, filters and pages, with the total in Content-Range', async ({ assert }) => {
    const { files } = await assets.tenant()
    await files.folder('Folder')
    for (const [name, bytes] of [
      ['c.txt', '1'],
      ['a.txt', '333'],
      ['b.txt', '22'],
    ] as const) {
      await files.file(name, null, bytes)
    }
    assert.deepEqual(await files.names(), ['a.txt', 'b.txt', 'c.txt', 'Folder'])
    const bySize = query({ sort: ['size', 'DESC'], filter: { type: 'file' } })
    assert.deepEqual(await files.names(bySize), ['a.txt', 'b.txt', 'c.txt'])
    const byTime = query({ sort: ['createdAt', 'ASC'], filter: { type: 'file' } })
    assert.deepEqual(await files.names(byTime), ['c.txt', 'a.txt', 'b.txt'])
    for (const field of ['type', 'updatedAt', 'name']) {
      assert.lengthOf(await files.names(query({ sort: [field, 'ASC'] })), 4)
    }
    const page = await files.call<unknown[]>('GET', query({ range: [1, 2] }))
    assert.lengthOf(page.body, 2)
    assert.equal(page.headers.get('content-range'), 'assets 1-2/4')
    assert.equal((await files.call('GET', query({ filter: { colour: 'red' } }))).status, 400)
    assert.equal((await files.call('GET', query({ sort: ['metadata', 'ASC'] }))).status, 400)
  })

  // Red when the version stamp of a total ignores writes of this process.
  test('shows the current total after each change, also for a short list', async ({ assert }) => {
    const { files } = await assets.tenant()
    const total = async () => {
      const { headers } = await files.call('GET', query({ range: [0, 0] }))
      return headers.get('content-range')
    }
    const first = await files.file('a.txt')
    await files.file('b.txt')
    assert.deepEqual([await total(), await total()], ['assets 0-0/2', 'assets 0-0/2'])
    await files.file('c.txt')
    assert.equal(await total(), 'assets 0-0/3')
    await files.call('DELETE', `/${first.id}`)
    assert.equal(await total(), 'assets 0-0/2')
  })

  test('a search covers all folders unless one is named', async ({ assert }) => {
    const { files } = await assets.tenant()
    const folder = await files.folder('Invoices')
    await files.file('Invoice 1.pdf', folder.id)
    await files.file('invoice 2.pdf')
    await files.file('100%.txt')
    assert.deepEqual((await files.names('?search=INVOICE')).sort(), [
      'Invoice 1.pdf',
      'Invoices',
      'invoice 2.pdf',
    ])
    assert.deepEqual(await files.names(`?search=invoice&parent=${folder.id}`), ['Invoice 1.pdf'])
    assert.deepEqual(await files.names('?search=invoice&type=folder'), ['Invoices'])
    assert.deepEqual(await files.names('?search=00%25'), ['100%.txt'])
    assert.deepEqual(await files.names('?search=i%25o'), [])
  })
})
