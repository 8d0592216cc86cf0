// onOneDatabase: the requests of clients do not depend on the database
import { execFile } from 'node:child_process'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { test } from '@japa/runner'
import { chromium, type Browser } from 'playwright-core'
import { rolldown } from 'rolldown'
import { findBrowser } from '../bin/bootstrap/browser.mjs'

const run = promisify(execFile)

/** Whether a program is installed: runs it with arguments that change nothing. */
const has = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false
  )
const hasCurl = await has('curl', '--version')
const hasTusPy = await has('python3', '-c', 'import tusclient')

interface Asset {
  id: string
  name: string
  version: number
  size: number
  mimeType: string
  fileModifiedAt: string
}

/** Runs real clients against the real server. They send requests that the protocols do not mention. */
test.group('Clients that people use', (group) => {
  let app: TestApp
  let acme: TestTenant
  let browser: Browser
  let folder: string

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    const { env, args, executablePath } = await findBrowser()
    browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } })
    folder = await mkdtemp(join(tmpdir(), 'crossdock-clients-'))
    return async () => {
      await browser.close()
      await app.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })

  const filesIn = (id: string) =>
    app.ok<Asset[]>('GET', `/api/assets?parent=${id}&limit=200`, { as: acme.token })

  const made = (name: string) =>
    app.ok<Asset>('POST', '/api/assets', { as: acme.token, body: { name, type: 'folder' } })

  const page = async () => {
    const context = await browser.newContext({ baseURL: app.url, bypassCSP: true })
    return await context.newPage()
  }

  // Red when the server takes the text "null" for a path. Uppy sends it for a file without a path.
  test('files of Uppy in a browser keep their names', async ({ assert }) => {
    const { id } = await made('Uppy')
    const window = await page()
    await window.goto('/api/health')
    await window.addScriptTag({ content: await uppy() })
    const sent = await window.evaluate(sendByUppy, {
      headers: acme.token.headers,
      parentId: id,
      names: ['invoice-1.txt', 'photo-2.jpg', 'größe 3.csv'],
    })
    assert.deepEqual(sent, { successful: 3, failed: 0 })
    const files = await filesIn(id)
    assert.sameMembers(
      files.map(({ name, version, mimeType }) => `${name} ${version} ${mimeType}`),
      ['invoice-1.txt 1 text/plain', 'photo-2.jpg 1 image/jpeg', 'größe 3.csv 1 text/csv']
    )
    assert.deepEqual(
      [...new Set(files.map(({ fileModifiedAt }) => fileModifiedAt))],
      ['2014-05-13T16:53:20.000Z']
    )
    await window.context().close()
  }).tags(['long'])

  test('the form of a link, in a browser, stores the good files and names the others', async ({
    assert,
  }) => {
    const { id } = await made('Guests')
    const body = { kind: 'upload' }
    const as = acme.admin
    const { url } = await app.ok<{ url: string }>('POST', `/api/assets/${id}/shares`, { as, body })
    const window = await page()
    await window.goto(new URL(url).pathname)
    const buffer = Buffer.from('text')
    await window.setInputFiles(
      '#file',
      ['plan.txt', 'quote".txt', 'two?.txt', '写真 👩‍👧.txt'].map((name) => {
        return { name, mimeType: 'text/plain', buffer }
      })
    )
    await window.click('button')
    await window.waitForSelector('h2')
    const answer = await window.innerText('main')
    assert.include(answer, 'Some of your files have arrived')
    assert.include(answer, 'Windows allows no " in names')
    assert.include(answer, 'Windows allows no ? in names')
    const names = (await filesIn(id)).map(({ name }) => name)
    assert.sameMembers(names, ['plan.txt', '写真 👩‍👧.txt'])
    await window.context().close()
  }).tags(['long'])

  test('curl sends forms and files', async ({ assert }) => {
    const { id } = await made('curl')
    const path = join(folder, 'report 1.csv')
    await writeFile(path, 'a;b\n1;2\n')
    const [[, value] = []] = Object.entries(acme.token.headers)
    const curl = async (...args: string[]) => {
      const always = ['--silent', '--show-error', '--fail-with-body', '--header']
      const { stdout } = await run('curl', [...always, `authorization: ${value}`, ...args])
      return JSON.parse(stdout) as Asset
    }
    const time = 'fileModifiedAt=2015-01-02T03:04:05Z'
    const form = ['--form', `parentId=${id}`, '--form', time, '--form', `file=@${path}`]
    const sent = await curl(...form, `${app.url}/api/assets`)
    assert.equal(sent.name, 'report 1.csv')
    assert.equal(sent.fileModifiedAt, '2015-01-02T03:04:05.000Z')
    await writeFile(path, 'a;b\n3;4\n5;6\n')
    const put = await curl('--upload-file', path, `${app.url}/api/assets/${sent.id}/content`)
    assert.deepEqual([put.version, put.size, put.mimeType], [2, 12, 'text/csv'])
    const raw = ['--request', 'PUT', '--data-binary', `@${path}`]
    const again = await curl(...raw, `${app.url}/api/assets/${sent.id}/content`)
    assert.deepEqual([again.version, again.mimeType], [3, 'text/csv'])
  })
    .tags(['long'])
    .skip(!hasCurl, 'curl is not installed')

  test('tus-py-client uploads in several requests', async ({ assert }) => {
    const { id } = await made('Python')
    const path = join(folder, 'photo.bin')
    await writeFile(path, Buffer.alloc(300_000, 7))
    await utimes(path, 1_400_000_000, 1_400_000_000)
    const script = `
import sys, json
from tusclient import client
url, headers, path, parent = sys.argv[1:]
made = client.TusClient(url, headers=json.loads(headers))
made.uploader(path, chunk_size=100000, metadata={'filename': 'photo.bin', 'parentId': parent, 'mtime': '1400000000'}).upload()
`
    const headers = JSON.stringify(acme.token.headers)
    await run('python3', ['-c', script, `${app.url}/api/uploads`, headers, path, id])
    const [file] = await filesIn(id)
    assert.deepEqual([file!.name, file!.size], ['photo.bin', 300_000])
    assert.equal(file!.fileModifiedAt, '2014-05-13T16:53:20.000Z')
  })
    .tags(['long'])
    .skip(!hasTusPy, 'tus-py-client is not installed')
})

/** Uppy and its tus client as a script for a page. */
async function uppy(): Promise<string> {
  const entry = join(process.cwd(), 'uppy_in_a_page.js')
  const source = `export { default as Uppy } from '@uppy/core'; export { default as Tus } from '@uppy/tus'`
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'clients' })
  return output[0].code
}

interface Sending {
  headers: Record<string, string>
  parentId: string
  names: string[]
}

/** The parts of the bundle that this spec uses. */
interface Clients {
  Uppy: new (options: object) => {
    use(plugin: unknown, options: object): unknown
    on(event: 'file-added', hear: (file: { id: string; data: File }) => void): unknown
    setFileMeta(id: string, meta: object): void
    addFile(file: { name: string; type: string | undefined; data: File }): unknown
    upload(): Promise<{ successful: unknown[]; failed: unknown[] }>
  }
  Tus: unknown
}

/** Runs in the page. */
async function sendByUppy({ headers, parentId, names }: Sending) {
  const { Uppy, Tus } = (globalThis as unknown as { clients: Clients }).clients
  const uppy = new Uppy({ meta: { parentId } })
  uppy.use(Tus, { endpoint: '/api/uploads', headers, retryDelays: [0, 1000] })
  uppy.on('file-added', ({ id, data }) => uppy.setFileMeta(id, { lastModified: data.lastModified }))
  const types: Record<string, string> = { txt: 'text/plain', jpg: 'image/jpg', csv: '' }
  for (const name of names) {
    const type = types[name.split('.').at(-1)!]
    const data = new File([name], name, { type, lastModified: 1_400_000_000_000 })
    uppy.addFile({ name, type, data })
  }
  const { successful, failed } = await uppy.upload()
  return { successful: successful.length, failed: failed.length }
}
