// onOneDatabase: no database takes part
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { drawLetter } from '@crossdock/kernel/mail'
import { fileMailer } from '../file_mailer.js'

const run = promisify(execFile)

// Red when the first address of a mail is printed, whatever it is.
test('the printed line of an invitation contains the sign-in link', async ({ assert, cleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-mail-'))
  cleanup(() => rm(folder, { recursive: true }))
  const page = 'http://localhost:3333/login'
  const url = `${page}?token=abc`
  const letter = drawLetter({
    title: 'Welcome',
    paragraphs: [`Later, sign in at ${page} with your address.`],
    buttons: [{ label: 'Accept the invitation', url }],
    footer: [],
  })
  const message = { to: 'ann@acme.example', subject: 'You are invited', ...letter }
  const printed = async (open: boolean) => {
    const lines: string[] = []
    const announce = (line: string) => void lines.push(line)
    await fileMailer({ folder, from: 'crossdock@acme.example', announce, open }).send(message)
    return lines.join('\n')
  }
  const prefix = 'Mail to ann@acme.example: You are invited'
  assert.isTrue((await printed(true)).startsWith(`${prefix} ${url} (`))
  assert.isTrue((await printed(false)).startsWith(`${prefix} (`))
})

// Red when only the .eml contains the link, which it breaks into lines of 76 characters.
test('a text file next to the mail contains the unbroken link', async ({ assert, cleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-mail-'))
  cleanup(() => rm(folder, { recursive: true }))
  const url = `http://localhost:3333/login?token=${'3DdqUf'.repeat(12)}`
  const buttons = [{ label: 'Sign in', url }]
  const letter = drawLetter({ title: 'Sign in', paragraphs: [], buttons, footer: [] })
  const lines: string[] = []
  const announce = (line: string) => void lines.push(line)
  const mailer = fileMailer({ folder, from: 'crossdock@acme.example', announce, open: false })
  await mailer.send({ to: 'ann@acme.example', subject: 'Your link', ...letter })
  const [, file] = /\((.+\.txt)\)$/.exec(lines[0]!)!
  const text = await readFile(file!, 'utf8')
  assert.isTrue(text.startsWith('To: ann@acme.example\nSubject: Your link\n'))
  assert.include(text.split('\n'), url)
})

const fullDisk = `
  import { fileMailer } from ${JSON.stringify(new URL('../file_mailer.js', import.meta.url).href)}
  const mailer = fileMailer({ folder: process.argv[1], from: 'crossdock@acme.example', announce() {}, open: false })
  const send = (length) => {
    const text = 'x'.repeat(length)
    return mailer.send({ to: 'ann@acme.example', subject: 'Hello', text, html: text })
  }
  await send(1)
  await send(100_000).catch(({ code }) => console.log(code))`

// Red when a failed attempt leaves its partial file.
test('a mail that does not fit on the disk leaves no files behind', async ({ assert, cleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-mail-'))
  cleanup(() => rm(folder, { recursive: true }))
  const node = [process.execPath, ...process.execArgv, '--input-type=module', '-e', fullDisk]
  // The process cannot write larger files, as on a full disk.
  const { stdout } = await run('sh', ['-c', 'ulimit -f 16; exec "$@"', 'sh', ...node, folder])
  assert.equal(stdout.trim(), 'EFBIG')
  const names = await readdir(folder)
  assert.deepEqual(names.map((name) => name.slice(-4)).sort(), ['.eml', '.txt'])
}).skip(process.platform === 'win32', 'Windows has no limit of the file size')
