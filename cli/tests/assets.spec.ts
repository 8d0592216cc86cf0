// onOneDatabase: the command line uses the server only over HTTP
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import type { Asset } from '@crossdock/client'
import { ScriptedServer } from './scripted_server.js'
import { bootApp, signInAs, tokenOf, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'
import { Terminal } from './terminal.js'

const MB = 1_000_000

test.group('CLI assets', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell
  let year: Asset

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    const invoices = await folder('Invoices', null)
    year = await folder('2026', invoices.id)
    return () => app.stop()
  })
  group.each.setup(async () => {
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return () => shell.close()
  })

  const folder = (name: string, parentId: string | null) =>
    app.ok<Asset>('POST', '/api/assets', {
      as: acme.token,
      body: { name, type: 'folder', parentId },
    })
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

  async function put(name: string, bytes: Uint8Array, to: string): Promise<Asset> {
    await writeFile(shell.path(name), bytes)
    const { id } = await shell.json<{ id: string }>(['assets', 'put', name, '--to', to])
    return app.ok<Asset>('GET', `/api/assets/${id}`, { as: acme.token })
  }

  test('20 MB have the same hash after upload and download', async ({ assert }) => {
    const bytes = randomBytes(20 * MB)
    const asset = await put('scans.zip', bytes, '/Invoices/2026')
    assert.equal(asset.size, bytes.length)
    assert.equal(asset.parentId, year.id)

    const { code, stdout, stderr } = await shell.run([
      'assets',
      'get',
      '/Invoices/2026/scans.zip',
      '--output',
      'back.zip',
    ])
    assert.equal(code, 0, stderr)
    assert.equal(stdout, 'Downloaded scans.zip (19.1 MB) to back.zip.\n')
    assert.equal(sha256(await readFile(shell.path('back.zip'))), sha256(bytes))
    assert.sameMembers(await readdir(shell.folder), ['back.zip', 'config', 'scans.zip'])
  })

  test('a download that is cut twice resumes', async ({ assert }) => {
    const bytes = randomBytes(6 * MB)
    const asset = await put('cut.bin', bytes, '/')
    // An existing local file with the same size and time would count as downloaded.
    await writeFile(shell.path('cut.bin'), 'another file')
    const network = await ScriptedServer.cutting(app.url, 2, 2 * MB)
    try {
      const { code, stderr } = await shell.run(['assets', 'get', asset.id], {
        env: { CROSSDOCK_SERVER: network.url, CROSSDOCK_TOKEN: tokenOf(acme.token) },
      })
      assert.equal(code, 6)
      assert.include(stderr, '"cut.bin" already exists')

      const forced = await shell.run(['assets', 'get', asset.id, '--force'], {
        env: { CROSSDOCK_SERVER: network.url, CROSSDOCK_TOKEN: tokenOf(acme.token) },
      })
      assert.equal(forced.code, 0, forced.stderr)
      assert.equal(sha256(await readFile(shell.path('cut.bin'))), sha256(bytes))

      const ranges = network.requests
        .filter((request) => request.url?.includes('/content'))
        .map((request) => Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0))
      assert.lengthOf(ranges, 3)
      assert.isAbove(ranges[1] ?? 0, 0)
      assert.isAbove(ranges[2] ?? 0, ranges[1] ?? 0)
    } finally {
      await network.stop()
    }
  })

  // Red when a short rate limit ends the command, for example after a tenth of a folder.
  test('waits for a rate limit during upload and download', async ({ assert }) => {
    const network = await ScriptedServer.limiting(app.url, 3, /\/(batch|content)/, '1')
    const env = { CROSSDOCK_SERVER: network.url, CROSSDOCK_TOKEN: tokenOf(acme.token) }
    try {
      await mkdir(shell.path('Manifests'))
      for (const name of ['a.txt', 'b.txt']) await writeFile(shell.path(`Manifests/${name}`), name)
      const up = await shell.run(['assets', 'put', 'Manifests'], { env })
      assert.equal(up.code, 0, up.stderr)
      assert.include(up.stderr, 'may make 100 API calls a minute. Continuing in 1 s.')
      const down = await shell.run(['assets', 'get', '/Manifests', '--output', 'back'], { env })
      assert.equal(down.code, 0, down.stderr)
      assert.equal(await readFile(shell.path('back/b.txt'), 'utf8'), 'b.txt')
    } finally {
      await network.stop()
    }
  })

  // Red when a server that sends no time is called again without a pause.
  test('waits for a rate limit without a time', async ({ assert }) => {
    const network = await ScriptedServer.limiting(app.url, 1, /./, '0')
    const env = { CROSSDOCK_SERVER: network.url, CROSSDOCK_TOKEN: tokenOf(acme.token) }
    try {
      const { code, stderr } = await shell.run(['assets', 'get', '/Invoices'], { env })
      assert.equal(code, 0, stderr)
      assert.include(stderr, 'Continuing in 1 s.')
    } finally {
      await network.stop()
    }
  })

  test('reports a limit of a day immediately', async ({ assert }) => {
    const network = await ScriptedServer.limiting(app.url, 9, /./, '86400')
    const env = { CROSSDOCK_SERVER: network.url, CROSSDOCK_TOKEN: tokenOf(acme.token) }
    try {
      const { code, stderr } = await shell.run(['assets', 'get', '/Invoices'], { env })
      assert.equal(code, 8)
      assert.include(stderr, 'Try again in 24 hours.')
      assert.lengthOf(network.requests, 1)
    } finally {
      await network.stop()
    }
  })

  test('the same name again is a new version', async ({ assert }) => {
    await put('rates.csv', Buffer.from('a;1'), '/Invoices')
    await writeFile(shell.path('rates.csv'), 'a;2')
    const { stdout } = await shell.run(['assets', 'put', 'rates.csv', '--to', 'Invoices'])
    assert.include(stdout, 'Uploaded version 2 of rates.csv')

    const read = await shell.run(['assets', 'get', 'Invoices/rates.csv', '-o', '-'])
    assert.equal(read.stdout, 'a;2')
  })

  test('several files, including an empty one and odd names', async ({ assert }) => {
    const names = ['leer.txt', "Größe 'neu' & alt.txt", '100%.txt']
    for (const [index, name] of names.entries()) {
      await writeFile(shell.path(name), 'x'.repeat(index))
    }
    const target = await folder('Odd names', null)
    const { stdout } = await shell.run(['assets', 'put', ...names, '--to', target.id, '--json'])
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { path: string; size: number })
        .map(({ path, size }) => [path, size]),
      names.map((name, index) => [name, index])
    )

    await mkdir(shell.path('down'))
    for (const [index, name] of names.entries()) {
      const got = await shell.run(['assets', 'get', `/Odd names/${name}`, '-o', 'down'])
      assert.equal(got.code, 0, got.stderr)
      assert.equal(await readFile(shell.path('down', name), 'utf8'), 'x'.repeat(index))
    }
  })

  test('one missing file: nothing is uploaded', async ({ assert }) => {
    await writeFile(shell.path('here.txt'), 'here')
    const { code, stderr } = await shell.run(['assets', 'put', 'here.txt', 'gone.txt'])

    assert.equal(code, 5)
    assert.include(stderr, 'There is no file "gone.txt".')
    const { stdout } = await shell.run(['assets', 'ls'])
    assert.notInclude(stdout, 'here.txt')
  })

  test('ls: JSON of the API, and a table at a terminal', async ({ assert }) => {
    await put('listed.pdf', Buffer.alloc(2048), year.id)
    const answered = await app.ok<Asset[]>('GET', `/api/assets?parent=${year.id}`, {
      as: acme.token,
    })
    assert.deepEqual(await shell.json<Asset[]>(['assets', 'ls', '/Invoices/2026']), answered)

    const terminal = new Terminal(shell.env)
    assert.equal(await terminal.run(['assets', 'ls', '/Invoices/2026/']), 0)
    assert.match(terminal.text, /^NAME +SIZE +VERSION +MODIFIED$/m)
    assert.match(terminal.text, /^listed\.pdf +2 KB +1 +/m)
  })

  test('a terminal shows the progress of an upload, and clears it at the end', async ({
    assert,
  }) => {
    await writeFile(shell.path('slow.bin'), randomBytes(8 * MB))
    const terminal = new Terminal(shell.env)
    const code = await terminal.run(['assets', 'put', shell.path('slow.bin')])

    assert.equal(code, 0, terminal.text)
    assert.match(terminal.text, /slow\.bin {2}\d+ % {2}.+ of 7\.6 MB/)
    assert.include(terminal.raw, '\r\u001b[2KUploaded slow.bin')
  })

  test('a missing or unsuitable path exits with {code}: {says}')
    .with([
      { args: ['ls', '/Invoices/1999'], code: 5, says: 'there is no "1999" in /Invoices' },
      { args: ['get', '/Missing/a.pdf'], code: 5, says: 'there is no "Missing" in /' },
      { args: ['get', '/Invoices', '-o', '-'], code: 6, says: '"/Invoices" is a folder' },
      { args: ['get', '019a0000-0000-7000-8000-000000000000'], code: 5, says: '019a0000' },
      { args: ['put', '/dev/null'], code: 2, says: 'is neither a file nor a named folder' },
    ])
    .run(async ({ assert }, { args, code, says }) => {
      const outcome = await shell.run(['assets', ...args])

      assert.equal(outcome.code, code, outcome.stderr)
      assert.include(outcome.stderr, says)
      assert.equal(outcome.stdout, '')
    })

  test('finds an asset by the start of its id; lists several matches', async ({ assert }) => {
    const [first, second] = [await folder('First', year.id), await folder('Second', year.id)]
    const made = await put('inside.txt', randomBytes(1), second.id)
    const listed = await shell.json<Asset[]>(['assets', 'ls', second.id.slice(0, 35)])
    assert.equal(listed[0]?.id, made.id)
    const several = await shell.run(['assets', 'ls', first.id.slice(0, 8)])
    assert.equal(several.code, 6)
    assert.include(several.stderr, `\n  ${first.id}  First, folder\n`)
  })

  test('a file is not a folder', async ({ assert }) => {
    await put('leaf.txt', Buffer.from('leaf'), '/')
    const { code, stderr } = await shell.run(['assets', 'ls', '/leaf.txt/more'])

    assert.equal(code, 6)
    assert.include(stderr, '"/leaf.txt" is a file')
  })

  // Red when an existing folder is refused, created twice, or mistaken for a file.
  test('mkdir creates a folder, --parents also its parents; put --parents does the same', async ({
    assert,
  }) => {
    const bare = await shell.run(['assets', 'mkdir', '/Yard/North'])
    assert.equal(bare.code, 5)
    const made = await shell.run(['assets', 'mkdir', '-p', '/Yard/North'])
    assert.match(
      made.stdout,
      /^Created the folder \/Yard, id \S+\nCreated the folder \/Yard\/North, /
    )
    const again = await shell.run(['assets', 'mkdir', '-p', 'Yard/North'])
    assert.deepEqual(again, { code: 0, stdout: '', stderr: '' })
    const taken = await shell.run(['assets', 'mkdir', '/Yard/North'])
    assert.equal(taken.code, 6)
    assert.include(taken.stderr, 'The folder "/Yard/North" already exists.')
    const south = await shell.json<Asset>(['assets', 'mkdir', '/Yard/South'])

    await writeFile(shell.path('plan.txt'), 'plan')
    const args = ['assets', 'put', 'plan.txt', '--parents', '--to']
    const deep = await shell.json<{ id: string }>([...args, '/Yard/South/2026/11'])
    const path = await shell.json<Asset[]>(['assets', 'ls', '/Yard/South/2026/11'])
    assert.deepEqual(
      path.map(({ id }) => id),
      [deep.id]
    )
    await shell.run([...args, '/Yard/South'])
    const alsoMade = await shell.json<Asset[]>(['assets', 'ls', south.id])
    assert.include(
      alsoMade.map(({ name }) => name),
      'plan.txt'
    )
    const blocked = await shell.run(['assets', 'mkdir', '-p', '/Yard/South/plan.txt/more'])
    assert.equal(blocked.code, 6)
    assert.include(blocked.stderr, '"/Yard/South/plan.txt" is a file')
    assert.equal((await shell.run(['assets', 'mkdir', '/'])).code, 2)
  })
})
