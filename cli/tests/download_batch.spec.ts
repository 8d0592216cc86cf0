// onOneDatabase: the command line uses the server only over HTTP
import { mkdir, readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Asset } from '@crossdock/client'
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { ScriptedServer } from './scripted_server.js'
import { bootApp, signInAs, tokenOf, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'
import { writeFiles } from './write_files.js'

const COUNT = size({ quick: 110, full: 250 })
/** The server sends a hundred files per request. */
const ZIPS = Math.ceil(COUNT / 100)

/** Each file contains its number, so that a mix-up is detected. */
const contentOf = (at: number) => `this is file ${at} `.repeat(4 * at)
const names = Array.from({ length: COUNT }, (_, at) => `f${String(at + 1).padStart(3, '0')}.txt`)

test.group('CLI assets get: many small files in one request', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell
  let tenants = 0
  group.setup(async () => {
    app = await bootApp()
    return () => app.stop()
  })
  group.each.setup(async () => {
    acme = await app.tenant(`small${++tenants}`)
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    const files = names.map((name, at): [string, string] => [`in/${name}`, contentOf(at + 1)])
    await writeFiles(shell.folder, Object.fromEntries(files))
    await mkdir(shell.path('back'))
    const put = await shell.run(['assets', 'put', 'in'])
    if (put.code !== 0) throw new Error(put.stderr)
    return () => shell.close()
  })

  const idOf = async (name: string) => {
    const filter = encodeURIComponent(JSON.stringify({ search: name, type: 'file' }))
    const reply = await app.call<Asset[]>('GET', `/api/assets?filter=${filter}`, { as: acme.token })
    return reply.body.find((asset) => asset.name === name)!.id
  }
  const getThrough = (server: ScriptedServer, ...args: string[]) =>
    shell.run(['assets', 'get', '/in', '-o', 'back', ...args], {
      env: { CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: tokenOf(acme.token) },
    })
  const asked = (server: ScriptedServer, what: RegExp) =>
    server.requests.filter(({ url }) => what.test(url ?? ''))
  const idsOf = ({ url }: IncomingMessage) =>
    new URL(url!, 'http://any').searchParams.get('ids')!.split(',')

  async function assertThere(present = names): Promise<void> {
    const found = await readdir(shell.path('back/in'))
    const missing = present.filter((name) => !found.includes(name))
    if (found.length !== present.length || missing.length > 0) {
      throw new Error(`There are ${found.length} files; ${missing.join(', ')} are missing.`)
    }
    for (const name of present) {
      const content = await readFile(shell.path('back/in', name), 'utf8')
      if (content !== contentOf(names.indexOf(name) + 1)) throw new Error(`${name} is another one.`)
    }
  }

  /** Red when each file is requested separately. */
  test('a hundred files take one request', async ({ assert, cleanup }) => {
    const server = await ScriptedServer.passing(app.url, () => false)
    cleanup(() => server.stop())
    const { code, stderr, stdout } = await getThrough(server)
    assert.equal(code, 0, stderr)
    assert.match(stdout, new RegExp(`^${COUNT} files \\(.+\\) in back/in\\.\\n$`))
    await assertThere()
    assert.lengthOf(asked(server, /\/zip/), ZIPS)
    assert.lengthOf(asked(server, /\/content/), 0)
    const again = await getThrough(server)
    assert.include(again.stdout, `${COUNT} already present`)
    assert.lengthOf(asked(server, /\/zip/), ZIPS)
  })

  /** Red when received files are requested again, or missing ones are given up. */
  test('after an interruption only missing files are requested', async ({ assert, cleanup }) => {
    const server = await ScriptedServer.cutting(app.url, 1, 100_000, /\/zip/)
    cleanup(() => server.stop())
    const { code, stderr } = await getThrough(server, '--parallel', '1')
    assert.equal(code, 0, stderr)
    await assertThere()
    const zips = asked(server, /\/zip/).map((request) => idsOf(request))
    const [whole, rest] = zips as [string[], string[]]
    assert.lengthOf(zips, ZIPS + 1)
    assert.lengthOf(whole, 100)
    assert.isBelow(rest.length, 100)
    assert.deepEqual(rest, whole.slice(-rest.length))
  })

  /** Red when a deleted file affects the others of its request. */
  test('reports a file deleted during the download, and downloads the others', async ({
    assert,
    cleanup,
  }) => {
    const gone = await idOf('f050.txt')
    let isGone = false
    const server = await ScriptedServer.passing(app.url, async ({ url }) => {
      if (isGone || !url?.includes('/zip')) return false
      isGone = true
      await app.call('DELETE', `/api/assets/${gone}`, { as: acme.token })
      await app.call('POST', `/api/assets/${gone}/purge`, { as: acme.token })
      return false
    })
    cleanup(() => server.stop())
    const { code, stderr } = await getThrough(server)
    assert.equal(code, 5, stderr)
    assert.match(stderr, /Not downloaded: back\/in\/f050\.txt: /)
    assert.match(stderr, /One file was not downloaded/)
    await assertThere(names.filter((name) => name !== 'f050.txt'))
  })

  /** Red when the bytes of another version are reported as those of the listed one. */
  test('downloads the listed version of a file changed during the download', async ({
    assert,
    cleanup,
  }) => {
    let isChanged = false
    const server = await ScriptedServer.passing(app.url, async ({ url }) => {
      if (isChanged || !url?.includes('/zip')) return false
      isChanged = true
      const content = contentOf(7).replaceAll('7', '8')
      await writeFiles(shell.folder, { 'next/f007.txt': content })
      const put = await shell.run(['assets', 'put', 'next/f007.txt', '--to', '/in'])
      if (put.code !== 0) throw new Error(put.stderr)
      return false
    })
    cleanup(() => server.stop())
    const { code, stderr, stdout } = await getThrough(server, '--json')
    assert.equal(code, 0, stderr)
    await assertThere()
    assert.match(stdout, /f007\.txt.+"version":1/)
  })

  /** Red when the second run creates a folder inside that of the first. */
  test('the same command resumes in the folder named by --output', async ({ assert, cleanup }) => {
    const server = await ScriptedServer.passing(app.url, ({ url }, response) => {
      if (!/\/(zip|content)/.test(url!) || asked(server, /\/zip/).length < 2) return false
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
      return true
    })
    cleanup(() => server.stop())
    const into = ['assets', 'get', '/in', '-o', 'fresh']
    const cut = await shell.run([...into, '--parallel', '1'], {
      env: { CROSSDOCK_SERVER: server.url, CROSSDOCK_TOKEN: tokenOf(acme.token) },
    })
    assert.equal(cut.code, 4, cut.stderr)
    const arrived = await readdir(shell.path('fresh'))
    assert.isAbove(arrived.length, 50)
    const again = await shell.run(into)
    assert.equal(again.code, 0, again.stderr)
    assert.match(again.stdout, new RegExp(`^${COUNT} files .+ in fresh, \\d+ already present`))
    assert.sameMembers(await readdir(shell.path('fresh')), names)
  })

  /** Red when a local error ends the download of all other files. */
  test('a file in the place of a folder does not affect the others', async ({ assert }) => {
    await writeFiles(shell.folder, {
      'more/deep/er/a.txt': 'a',
      'more/b.txt': 'b',
      'way/more/deep': 'x',
    })
    const put = await shell.run(['assets', 'put', 'more'])
    assert.equal(put.code, 0, put.stderr)
    const { code, stderr } = await shell.run(['assets', 'get', '/more', '-o', 'way'])
    assert.equal(code, 6)
    assert.match(stderr, /a\.txt: "way\/more\/deep\/er" must be a folder, but is a file here/)
    assert.equal(await readFile(shell.path('way/more/b.txt'), 'utf8'), 'b')
    assert.equal(await readFile(shell.path('way/more/deep'), 'utf8'), 'x')
  })

  test('{what} is not an expected zip: each file is downloaded separately')
    .with([
      { what: 'a page of a proxy', spoil: () => Buffer.from('<html>'.repeat(100)) },
      { what: 'half a zip', spoil: (zip: Buffer) => zip.subarray(0, 5_000) },
      { what: 'a zip with a wrong byte', spoil: (zip: Buffer) => flip(zip, 60) },
      { what: 'a zip of endless files', spoil: (zip: Buffer) => huge(zip) },
      { what: 'a zip of too many', spoil: (zip: Buffer) => Buffer.concat([filesOf(zip), zip]) },
    ])
    .run(async ({ assert, cleanup }, { spoil }) => {
      const server = await ScriptedServer.passing(app.url, async (request, response) => {
        if (!request.url?.includes('/zip')) return false
        const { headers } = acme.token
        const zip = await fetch(new URL(request.url, app.url), { headers })
        response.end(spoil(Buffer.from(await zip.arrayBuffer())))
        return true
      })
      cleanup(() => server.stop())
      const { code, stderr } = await getThrough(server)
      assert.equal(code, 0, stderr)
      await assertThere()
    })
})

function flip(zip: Buffer, at: number): Buffer {
  zip[at]! ^= 1
  return zip
}

/** The first file claims a size of two gigabytes. */
function huge(zip: Buffer): Buffer {
  zip.writeUInt32LE(2 ** 31, 18)
  zip.writeUInt32LE(2 ** 31, 22)
  return zip
}

/** The files of a zip, without its directory. */
const filesOf = (zip: Buffer) => zip.subarray(0, zip.indexOf('PK\u0001\u0002', 0, 'latin1'))
