// onOneDatabase: the command line uses the server only over HTTP
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Asset } from '@crossdock/client'
import { freePort } from '@crossdock/backend/testing'
import { freshDatabase, size, until } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { serve } from '../../backend/app/assets/tests/served.js'
import type { ApiClient } from '../src/api/client.js'
import { localName } from '../src/assets/local_name.js'
import { uploadBatch } from '../src/assets/upload_batch.js'
import { ScriptedServer } from './scripted_server.js'
import { bootApp, signInAs, tokenOf, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'
import { StallingProxy } from './stalling_proxy.js'
import { writeFiles } from './write_files.js'

const MB = 1_000_000

interface Line {
  path: string
  fate: string
  id: string
  version: number
}

/** Hashes of all files below a folder, and the empty folders, by path. */
async function treeOf(folder: string, at = ''): Promise<Map<string, string>> {
  const tree = new Map<string, string>()
  const entries = await readdir(join(folder, at), { withFileTypes: true })
  if (entries.length === 0) tree.set(`${at}/`, '')
  for (const entry of entries) {
    const path = at ? `${at}/${entry.name}` : entry.name
    if (entry.isDirectory()) {
      for (const [name, hash] of await treeOf(folder, path)) tree.set(name, hash)
    } else {
      const bytes = await readFile(join(folder, path))
      tree.set(path, createHash('sha256').update(bytes).digest('hex'))
    }
  }
  return tree
}

/** Number of small files in a tree, megabytes of the largest file, and the expected output. */
const tree = size({
  quick: { small: 60, large: 5, files: 66, said: '66 files, 9.6 MB' },
  full: { small: 300, large: 12, files: 306, said: '306 files, 17.1 MB' },
})

/** Writes small files, two large ones, an empty one, an empty folder, and unusual names. */
async function writeTree(folder: string): Promise<void> {
  const files: Record<string, Uint8Array | string> = {
    'large/one.bin': randomBytes(tree.large * MB),
    'large/two.bin': randomBytes(5 * MB),
    "odd/Größe & 'so' 5 %.txt": 'odd',
    'odd/東京 😀.txt': 'far',
    'odd/ leading.txt': 'blank',
    'empty.txt': '',
  }
  for (let at = 0; at < tree.small; at++) files[`small/${at % 7}/f${at}.txt`] = randomBytes(at * 20)
  await writeFiles(folder, files)
  await mkdir(join(folder, 'nothing/in here'), { recursive: true })
}

const linesOf = (stdout: string) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

test.group('CLI assets put and get: whole folders', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell
  let tenants = 0
  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`acme${++tenants}`)
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return () => shell.close()
  })

  const ok = async (...args: string[]) => {
    const outcome = await shell.run(['assets', ...args])
    if (outcome.code !== 0) throw new Error(`${args.join(' ')}: ${outcome.stderr}`)
    return outcome.stdout
  }
  const through = (proxy: { url: string }) => ({
    CROSSDOCK_SERVER: proxy.url,
    CROSSDOCK_TOKEN: tokenOf(acme.token),
  })

  test('a tree is uploaded and downloaded unchanged', async ({ assert }) => {
    await writeTree(shell.path('tree'))
    const put = await ok('put', 'tree', '--to', '/Backups/2026', '--parents')
    assert.equal(put, `${tree.said}: ${tree.files} new.\n`)
    const got = await ok('get', '/Backups/2026', '--output', 'back', '--parallel', '8')
    assert.equal(got, `${tree.said.replace(', ', ' (')}) in back.\n`)
    assert.deepEqual(await treeOf(shell.path('back/tree')), await treeOf(shell.path('tree')))

    // A second run transfers only what has changed.
    await writeFile(shell.path('tree/small/0/f7.txt'), 'changed')
    await writeFile(shell.path('tree/large/two.bin'), randomBytes(5 * MB))
    const again = await ok('put', 'tree', '--to', '/Backups/2026')
    assert.include(again, `${tree.said}: 2 new versions, ${tree.files - 2} unchanged.`)
    const refused = await shell.run(['assets', 'get', '/Backups/2026', '--output', 'back/../back2'])
    assert.equal(refused.code, 0)
    const behind = await shell.run(['assets', 'get', '/Backups/2026/tree', '--output', 'back'])
    assert.equal(behind.code, 6)
    assert.match(behind.stderr, /Not downloaded: back\/tree\/small\/0\/f7\.txt: .+ already exists/)
    assert.match(behind.stderr, /2 files were not downloaded/)
    const forced = await ok('get', '/Backups/2026/tree', '--output', 'back', '--force')
    assert.include(forced, `${tree.files - 2} already present`)
    assert.deepEqual(await treeOf(shell.path('back/tree')), await treeOf(shell.path('tree')))
  })

  test('prints a line for each file, and a refusal does not affect the others', async ({
    assert,
  }) => {
    await writeFiles(shell.path('mixed'), {
      'a.txt': 'a',
      'con.txt': 'a device on Windows',
      'deep/b.txt': 'b',
    })
    await symlink('/etc/passwd', shell.path('mixed/link'))
    const { code, stdout, stderr } = await shell.run(['assets', 'put', 'mixed', '--json'])
    assert.equal(code, 6)
    assert.sameDeepMembers(
      linesOf(stdout).map(({ path, fate, version }) => [path, fate, version]),
      [
        ['mixed/a.txt', 'created', 1],
        ['mixed/con.txt', 'refused', null],
        ['mixed/deep/b.txt', 'created', 1],
      ]
    )
    assert.match(stderr, /Skipped: .+link: it is a link/)
    assert.match(stderr, /Not uploaded: mixed\/con\.txt: .+"con" is a device on Windows/)
    assert.match(stderr, /1 file was not uploaded/)
  })

  // Red when put does not send a file's time in each kind of upload, or get does not set it.
  test('files keep their modification time', async ({ assert }) => {
    await writeFiles(shell.path('dated'), { 'small.txt': 'a', 'large.bin': randomBytes(5 * MB) })
    const time = new Date('2013-02-03T04:05:06.789Z')
    for (const name of ['small.txt', 'large.bin'])
      await utimes(shell.path('dated', name), time, time)
    await ok('put', 'dated')
    await mkdir(shell.path('back'))
    await ok('get', '/dated', '--output', 'back')
    const times = async (folder: string) => {
      const found = [
        await stat(shell.path(folder, 'small.txt')),
        await stat(shell.path(folder, 'large.bin')),
      ]
      return found.map(({ mtime }) => mtime.toISOString())
    }
    assert.deepEqual(await times('back/dated'), [time.toISOString(), time.toISOString()])
    assert.include(await ok('get', '/dated', '--output', 'back'), '2 already present')
  })

  // Red when a skipped entry is not counted, or names are read as text.
  test('skipped entries are counted, and the command fails', async ({ assert }) => {
    await writeFiles(shell.path('mixed'), { 'a.txt': 'a', 'deep/b.txt': 'b' })
    const garbled = Buffer.concat([
      Buffer.from(shell.path('mixed/deep/caf')),
      Buffer.from([0xe9, 0x2e, 0x74, 0x78, 0x74]),
    ])
    await writeFile(garbled, 'written in Latin-1')
    const put = await shell.run(['assets', 'put', 'mixed'])
    assert.equal(put.code, 1)
    assert.match(put.stderr, /Skipped: .+deep\/caf\\xe9\.txt: its name is not valid UTF-8\./)
    assert.match(put.stderr, /error: 1 entry was skipped\./)
    assert.notInclude(put.stderr, 'Run the command again')
    assert.match(put.stdout, /^2 files, .+: 2 new\./)
    const dry = await shell.run(['assets', 'put', 'mixed', '--dry-run'])
    assert.deepEqual([dry.code, dry.stdout.split('\n').length], [1, 3])
    // Node.js decodes the typed name to this form.
    const alone = await shell.run(['assets', 'put', 'mixed/deep/caf\ufffd.txt'])
    assert.equal(alone.code, 6)
    assert.match(alone.stderr, /The name "caf\\xe9\.txt" is not valid UTF-8\./)
    await symlink(shell.path('mixed/a.txt'), shell.path('mixed/link'))
    await rm(garbled)
    const linked = await shell.run(['assets', 'put', 'mixed'])
    assert.equal(linked.code, 1)
    assert.match(linked.stderr, /error: 1 entry was skipped\./)
  })

  test('a dry run prints what would be sent, and sends nothing', async ({ assert }) => {
    await writeFiles(shell.path('dry'), { 'a.txt': 'aa', 'in/b.txt': '' })
    assert.equal(await ok('put', 'dry', '--dry-run'), 'dry/a.txt (2 B)\ndry/in/b.txt (0 B)\n')
    assert.equal(await ok('ls'), '')
    const wrong = await shell.run(['assets', 'put', 'dry', '--parallel', '0'])
    assert.equal(wrong.code, 2)
  })

  /** Red when both files are sent, or only byte-identical names are treated as one. */
  test('two files of the same name are not uploaded together', async ({ assert }) => {
    await writeFiles(shell.folder, { 'a/gr\u00f6\u00dfe.txt': '1', 'b/gro\u0308\u00dfe.txt': '2' })
    const args = ['a/gr\u00f6\u00dfe.txt', 'b/gro\u0308\u00dfe.txt']
    const { code, stderr } = await shell.run(['assets', 'put', ...args])
    assert.equal(code, 2)
    assert.match(stderr, /would both be called/)
    assert.equal(await ok('ls'), '')
  })

  /** Red when partial downloads are uploaded, or links are followed when a download resumes. */
  test('partial downloads are not uploaded, and are never links', async ({ assert }) => {
    await writeFiles(shell.path('tree'), { 'a.txt': 'a', '.crossdock-1-v1.part': 'half' })
    const put = await shell.run(['assets', 'put', 'tree', '--json'])
    const [line, ...others] = linesOf(put.stdout)
    assert.deepEqual([line!.path, ...others], ['tree/a.txt'])
    assert.match(put.stderr, /Skipped: .+\.part: it is an unfinished download/)
    await writeFile(shell.path('other'), '')
    await symlink(shell.path('other'), shell.path(`.crossdock-${line!.id}-v1.part`))
    const got = await shell.run(['assets', 'get', '/tree/a.txt', '-o', 'b.txt'])
    assert.equal(got.code, 6)
    assert.match(got.stderr, /\.part" is a link/)
    assert.equal(await readFile(shell.path('other'), 'utf8'), '')
  })

  /** Red when the second file is mistaken for the first because of its size and time. */
  test('one of two files with the same target is refused', async ({ assert, cleanup }) => {
    const id = (number: number) => `019a0000-0000-7000-8000-00000000000${number}`
    const one = { type: 'file', size: 3, version: 1, updatedAt: '2026-01-01T00:00:00.000Z' }
    const server = await ScriptedServer.start((request, response) => {
      response.setHeader('content-type', 'application/json')
      const [, found] = /assets\/([^/?]+)/.exec(request.url!) ?? []
      if (request.url!.includes('/content')) return void response.end('abc')
      response.end(JSON.stringify({ ...one, id: found, name: 'same.txt', path: '/same.txt' }))
    })
    cleanup(() => server.stop())
    await mkdir(shell.path('in'))
    const { code, stdout, stderr } = await shell.run(
      ['assets', 'get', id(1), id(2), '-o', 'in', '--json'],
      { env: { CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: 'cdk_any' } }
    )
    assert.equal(code, 6)
    assert.deepEqual(
      linesOf(stdout).map((line) => [line.id, line.fate]),
      [[id(1), 'downloaded']]
    )
    assert.match(stderr, /another file of this download has the same target/)
  })

  /** Red when shifted pages are not read again, or a file is downloaded twice. */
  test('a folder that changes while it is read is downloaded completely', async ({
    assert,
    cleanup,
  }) => {
    const id = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`
    const one = { type: 'file', size: 0, version: 1, updatedAt: '2026-01-01T00:00:00.000Z' }
    const folder = { ...one, id: id(0), name: 'top', path: '/top', type: 'folder' }
    const file = (at: number) => ({ ...one, id: id(at), name: `f${at}.txt`, parentId: id(0) })
    let pages = 0
    const server = await ScriptedServer.start((request, response) => {
      response.setHeader('content-type', 'application/json')
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://any')
      if (pathname !== '/api/assets') return void response.end(JSON.stringify(folder))
      const [from, to] = JSON.parse(searchParams.get('range')!) as [number, number]
      // During the first reading a file is inserted before the second page, so the last row of page one appears
      // again.
      const all = Array.from({ length: 1002 }, (_, at) => file(at + 1))
      const present = ++pages === 1 ? all.slice(1) : all
      response.setHeader('content-range', `items ${from}-${to}/${present.length}`)
      response.end(JSON.stringify(present.slice(from, to + 1)))
    })
    cleanup(() => server.stop())
    const { code, stdout, stderr } = await shell.run(['assets', 'get', id(0)], {
      env: { CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: 'cdk_any' },
    })
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^1,002 files/)
    assert.equal(pages, 4)
    assert.lengthOf(await readdir(shell.path('top')), 1002)
  })

  /** Red when a listed file is sent without another check. */
  test('a file that changed after listing is not sent', async ({ assert }) => {
    await writeFile(shell.path('a.txt'), 'ab')
    const { mtimeMs: modifiedMs } = await stat(shell.path('a.txt'))
    const file = { path: shell.path('a.txt'), goesTo: 'a.txt', type: 'file' as const }
    const output: string[] = []
    const none = undefined as unknown as ApiClient
    for (const state of [
      { size: 1, modifiedMs },
      { size: 2, modifiedMs: modifiedMs - 1 },
    ]) {
      await uploadBatch(none, [{ ...file, ...state }], null, (_, fate) => {
        output.push((fate as Error).message)
      })
    }
    for (const message of output) assert.match(message, /was changed while it was being uploaded/)
    assert.lengthOf(output, 2)
  })

  /** Red when a killed upload starts again, or its state belongs to another version of the file. */
  test('kill -9 in the middle of a large upload: the next run resumes', async ({
    assert,
    cleanup,
  }) => {
    const bytes = randomBytes(size({ quick: 9, full: 30 }) * MB)
    await writeFile(shell.path('large.bin'), bytes)
    const afterBytes = (bytes.length * 2) / 3
    const proxy = await StallingProxy.start(app.url, { method: 'PATCH', afterBytes })
    cleanup(() => proxy.stop())
    const running = shell.start(['assets', 'put', 'large.bin'], through(proxy))
    running.child.stdin.end()
    await proxy.stalled
    running.child.kill('SIGKILL')
    assert.equal((await running.outcome).signal, 'SIGKILL')
    const [kept] = await readdir(shell.path('config/crossdock/uploads'))
    const state = JSON.parse(
      await readFile(shell.path('config/crossdock/uploads', kept!), 'utf8')
    ) as { address: string }
    const offset = async () => {
      const headers = { ...acme.token.headers, 'tus-resumable': '1.0.0' }
      const reply = await fetch(new URL(state.address, app.url), { method: 'HEAD', headers })
      return Number(reply.headers.get('upload-offset'))
    }
    const durable = await until('the received data to be durable', offset)

    const { code, stderr } = await shell.run(['assets', 'put', 'large.bin'], {
      env: through(proxy),
    })
    assert.equal(code, 0, stderr)
    const offsets = proxy.requests
      .filter(({ method }) => method === 'PATCH')
      .map(({ headers }) => Number(headers['upload-offset']))
    assert.lengthOf(offsets, 2)
    assert.isAtLeast(offsets[1]!, Math.max(durable, size({ quick: 0, full: 10 * MB + 1 })))
    const back = await app.call<Asset[]>('GET', '/api/assets', { as: acme.token })
    assert.deepEqual(
      back.body.map(({ name, size, version }) => [name, size, version]),
      [['large.bin', bytes.length, 1]]
    )
    await ok('get', '/large.bin', '--output', 'back.bin')
    assert.isTrue((await readFile(shell.path('back.bin'))).equals(bytes))
  })

  test('kill -9 in the middle of a download: no partial file, and the next run resumes', async ({
    assert,
    cleanup,
  }) => {
    const length = size({ quick: 3, full: 15 }) * MB
    await writeFiles(shell.path('tree'), { 'a.txt': 'a', 'large.bin': randomBytes(length) })
    await ok('put', 'tree')
    const proxy = await StallingProxy.start(app.url, { method: 'GET', afterBytes: length * 0.6 })
    cleanup(() => proxy.stop())
    const args = ['assets', 'get', '/tree', '--output', 'back', '--parallel', '1']
    // The first downloaded file is small; the network fails in the second.
    const running = shell.start(
      [...args.slice(0, 2), '/tree/large.bin', '-o', 'x.bin'],
      through(proxy)
    )
    running.child.stdin.end()
    await proxy.stalled
    await until('a part of the file to be written', async () => {
      const part = (await readdir(shell.folder)).find((name) => name.endsWith('.part'))
      return part !== undefined && (await stat(shell.path(part))).size > 100
    })
    running.child.kill('SIGKILL')
    await running.outcome
    const left = await readdir(shell.folder)
    assert.notInclude(left, 'x.bin')
    assert.isTrue(left.some((name) => name.endsWith('.part')))

    const { code, stderr } = await shell.run(['assets', 'get', '/tree/large.bin', '-o', 'x.bin'], {
      env: through(proxy),
    })
    assert.equal(code, 0, stderr)
    assert.match(String(proxy.requests.at(-1)!.headers.range), /^bytes=[1-9]\d+-$/)
    await ok(...args.slice(1))
    assert.deepEqual(await treeOf(shell.path('back')), await treeOf(shell.path('tree')))
    const whole = await readFile(shell.path('tree/large.bin'))
    assert.isTrue((await readFile(shell.path('x.bin'))).equals(whole))
  })

  /** Red when a batch or an upload is not retried after the server stops. */
  test('a server stops in the middle of a {method}: the command resumes when it is back')
    .with([
      { method: 'PATCH', length: 5 * MB },
      { method: 'POST', length: 3 * MB },
    ] as const)
    .run(async ({ assert, cleanup }, { method, length }) => {
      const bytes = randomBytes(length)
      await writeFile(shell.path('a.bin'), bytes)
      const proxy = await StallingProxy.start(app.url, { method, afterBytes: MB, isCut: true })
      cleanup(() => proxy.stop())
      const { code, stderr } = await shell.run(['assets', 'put', 'a.bin'], { env: through(proxy) })
      assert.equal(code, 0, stderr)
      assert.equal(proxy.refused, 2)
      await ok('get', '/a.bin', '--output', 'back.bin')
      assert.isTrue((await readFile(shell.path('back.bin'))).equals(bytes))
    })

  /** Red when a batch or an upload is not retried after the server stops. */
  test('kill -9 of the server in the middle: the command resumes when it is back', async ({
    assert,
    cleanup,
  }) => {
    const database = await freshDatabase()
    cleanup(() => database.remove())
    const port = await freePort()
    const begun = await serve(database, { port })
    let { child } = begun
    cleanup(() => void child.kill('SIGKILL'))
    await writeTree(shell.path('tree'))
    const env = {
      CROSSDOCK_SERVER: begun.served.url,
      CROSSDOCK_TOKEN: tokenOf({ headers: begun.served.headers }),
    }
    const put = shell.run(['assets', 'put', 'tree', '--parallel', '2'], { env })
    const isBegun = async () => {
      const reply = await fetch(`${begun.served.url}/api/assets`, { headers: begun.served.headers })
      return ((await reply.json()) as Asset[]).length > 0
    }
    await until('the first files', isBegun)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    ;({ child } = await serve(database, { port, isBack: true }))
    const { code, stdout, stderr } = await put
    assert.equal(code, 0, stderr)
    assert.include(stdout, `${tree.files} files`)
    const got = await shell.run(['assets', 'get', '/tree', '-o', 'back'], { env })
    assert.equal(got.code, 0, got.stderr)
    assert.deepEqual(await treeOf(shell.path('back')), await treeOf(shell.path('tree')))
  }).tags(['long'])

  test('hostile file names cannot leave the folder', async ({ assert, cleanup }) => {
    const id = (number: number) => `019a0000-0000-7000-8000-00000000000${number}`
    const part = `.CROSSDOCK-${id(7)}-v1.part`
    const names = ['..', part, '../up.txt', 'a\\..\\b.txt', '/etc/passwd', 'nul\u0000l', 'good.txt']
    const one = { type: 'file', size: 3, version: 1, updatedAt: '2026-01-01T00:00:00.000Z' }
    const files = names.map((name, at) => ({ ...one, id: id(at + 1), name, parentId: id(0) }))
    const ids = { ...one, id: '../../../strange', name: 'strange.txt', parentId: id(0) }
    const server = await ScriptedServer.start((request, response) => {
      response.setHeader('content-type', 'application/json')
      const { pathname } = new URL(request.url ?? '/', 'http://any')
      if (pathname.endsWith('/content')) return void response.end('abc')
      if (pathname === `/api/assets/${id(0)}`) {
        return void response.end(
          JSON.stringify({ ...one, id: id(0), name: 'top', type: 'folder', size: 0 })
        )
      }
      response.end(JSON.stringify([...files, ids]))
    })
    cleanup(() => server.stop())
    await mkdir(shell.path('in/here'), { recursive: true })
    const { code, stderr } = await shell.run(['assets', 'get', id(0), '-o', 'in/here'], {
      env: { CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: 'cdk_any' },
    })
    assert.equal(code, 6)
    assert.match(stderr, /its name points outside of the folder/)
    // Red when the file is written: its bytes would be resumed as those of another file.
    assert.match(stderr, /-v1\.part: these names are reserved for unfinished downloads/)
    assert.deepEqual([...(await treeOf(shell.path('in'))).keys()], ['here/top/good.txt'])
    assert.sameMembers(await readdir(shell.folder), ['config', 'in'])
  })
})

test.group('CLI assets get: names', () => {
  test('local names: {given} becomes {name} on Windows')
    .with([
      { given: 'con', name: 'con_' },
      { given: 'LPT1.txt', name: 'LPT1_.txt' },
      { given: 'what?.txt', name: 'what_.txt' },
      { given: 'dots..', name: 'dots__' },
      { given: 'plan.pdf', name: 'plan.pdf' },
      { given: '..', name: undefined },
      { given: '.Crossdock-1-v1.part', name: undefined },
      { given: 'a/b', name: undefined },
    ])
    .run(({ assert }, { given, name }) => assert.equal(localName(given, 'win32'), name))
})
