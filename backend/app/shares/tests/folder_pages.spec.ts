import { test } from '@japa/runner'
import { picture } from '../../assets/tests/drawn_files.js'
import { sharesLab, type Seen } from './support.js'

test.group('The page of a shared folder', (group) => {
  const lab = sharesLab(group)
  const namesIn = ({ text }: Seen) =>
    [...text.matchAll(/aria-label="(?:Download|Open) ([^"]*)"/g)].map(([, name]) => name)

  test('can be sorted, searched in all folders, and shown as tiles', async ({ assert }) => {
    const folder = await lab.folder('Shipment')
    const photos = await lab.folder('Photos', folder.id)
    for (const [name, text] of Object.entries({ 'b.txt': 'bb', 'a.txt': 'aaa', 'c.csv': 'c' })) {
      await lab.file(name, text, folder.id)
    }
    await lab.file('damage.txt', 'x', photos.id)
    const visitor = lab.visitor(await lab.share(folder))
    const at = (query: string) => visitor.ask(`/folders/${folder.id}?${query}`)
    assert.deepEqual(namesIn(await visitor.ask()), ['Photos', 'a.txt', 'b.txt', 'c.csv'])
    assert.deepEqual(namesIn(await at('sort=largest')), ['Photos', 'a.txt', 'b.txt', 'c.csv'])
    assert.equal(namesIn(await at('sort=newest'))[1], 'c.csv')
    const found = await at('search=TXT&sort=largest')
    assert.deepEqual(namesIn(found), ['a.txt', 'b.txt', 'damage.txt'])
    assert.include(found.text, '<span class="soft">Photos</span>')
    assert.include((await at('search=nothing')).text, 'No file here is called &quot;nothing&quot;.')
    assert.include((await at('view=tiles')).text, 'class="tiles"')
    assert.include((await visitor.ask()).text, '4 files, 7 B')
    assert.equal((await at('sort=other')).status, 422)
    const german = await visitor.ask('', { headers: { 'accept-language': 'de' } })
    for (const words of ['Alles herunterladen', 'Neueste zuerst', '1 Datei', 'Verfügbar bis']) {
      assert.include(german.text, words)
    }
  })

  // Red when a folder without files offers to search and order them.
  test('has no tools when it is empty', async ({ assert }) => {
    const folder = await lab.folder('Empty')
    const page = await lab.visitor(await lab.share(folder)).ask()
    assert.include(page.text, 'This folder is empty.')
    assert.notInclude(page.text, 'type="search"')
  })

  test('has a hundred entries, and links to more', async ({ assert }) => {
    const folder = await lab.folder('Many')
    const body = new FormData()
    body.set('parentId', folder.id)
    for (let at = 100; at <= 200; at++) body.append('file', new Blob(['x']), `${at}.txt`)
    await lab.app.ok('POST', '/api/assets/batch', { as: lab.acme.editor, body })
    const visitor = lab.visitor(await lab.share(folder))
    const first = await visitor.ask()
    assert.lengthOf(namesIn(first), 100)
    assert.include(first.text, '1 to 100 of 101')
    assert.include(first.text, `/folders/${folder.id}?page=2"`)
    assert.deepEqual(namesIn(await visitor.ask(`/folders/${folder.id}?page=2`)), ['200.txt'])
    assert.lengthOf(namesIn(await visitor.ask(`/folders/${folder.id}?search=txt&page=2`)), 1)
  })

  // Red when mayPreview is not checked, or pictured() ignores the root of the link.
  test('shows texts and pictures, unless downloads are limited', async ({ assert }) => {
    const folder = await lab.folder('Looked at')
    const file = await lab.file('notes.txt', '<b>two</b> pallets', folder.id)
    const body = new FormData()
    body.set('parentId', folder.id)
    body.set(
      'file',
      new Blob([new Uint8Array(await picture(200, 200).png().toBuffer())]),
      'yard.png'
    )
    const as = lab.acme.editor
    const image = await lab.app.ok<{ id: string }>('POST', '/api/assets', { as, body })
    const sibling = await lab.file('sibling.txt', 'secret')
    const visitor = lab.visitor(await lab.share(folder))
    const text = await visitor.ask(`/folders/${file.id}`)
    assert.include(text.text, '&lt;b&gt;two&lt;/b&gt; pallets')
    assert.include((await visitor.ask(`/folders/${image.id}`)).text, `/files/${image.id}/preview`)
    const drawn = await visitor.ask(`/files/${image.id}/preview`)
    assert.equal(drawn.headers.get('content-type'), 'image/webp')
    assert.equal(drawn.headers.get('cache-control'), 'no-store')
    for (const path of ['preview', 'thumbnail']) {
      assert.equal((await visitor.ask(`/files/${sibling.id}/${path}`)).status, 404)
    }
    const limited = lab.visitor(await lab.share(folder, { maxDownloads: 1 }))
    assert.notInclude((await limited.ask(`/folders/${file.id}`)).text, 'pallets')
    for (const path of ['preview', 'thumbnail']) {
      assert.equal((await limited.ask(`/files/${image.id}/${path}`)).status, 404)
    }
    const locked = lab.visitor(await lab.share(folder, { password: 'open sesame 9' }))
    assert.equal((await locked.ask(`/files/${image.id}/preview`)).status, 404)
  })
})
