// onOneDatabase: no database takes part
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from '@japa/runner'
import { programOf } from '@crossdock/backend/testing'
import { SettingsError } from '@crossdock/kernel/settings'
import { valueIn } from '../bin/bootstrap/given.mjs'
import { loadEnvFile } from '../start/env_file.js'

test.group('.env', (group) => {
  let folder: string
  let path: string

  group.each.setup(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crossdock-env-'))
    path = join(folder, '.env')
    return () => rm(folder, { recursive: true })
  })

  async function loaded(content: string | Buffer, before: Record<string, string> = {}) {
    await writeFile(path, content)
    const target = { ...before }
    loadEnvFile(path, target)
    return target
  }

  /** The problems of a content, without the path of the file. */
  async function problemsIn(content: string | Buffer): Promise<string[]> {
    try {
      await loaded(content)
      return []
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      return error.problems.map((problem) => problem.replace(`${path}, `, ''))
    }
  }

  // Red when the byte order mark is kept.
  test('{$self}')
    .with([
      'PORT=4000\nHOST=::1\n',
      'PORT=4000\r\nHOST=::1\r\n',
      '\uFEFFPORT=4000\nHOST=::1',
      'export PORT=4000\nexport  HOST = ::1',
      'PORT="4000"\nHOST=\'::1\' # the loopback\n',
      '# mine\n\n  PORT = 4000 # as agreed\n\tHOST=`::1`',
    ])
    .run(async ({ assert }, content) => {
      assert.deepEqual(await loaded(content), { PORT: '4000', HOST: '::1' })
    })

  // Red when the setup cuts a value at the first space, reads the next line as an empty value, or keeps a
  // comment.
  test('the setup reads the same value as the server: {$self}')
    .with([
      'DATA_DIR="/srv/my data"\nPORT=1',
      "DATA_DIR='/srv/x#1' # ours",
      'DATA_DIR=/srv/my data # ours\r\n',
      '\uFEFFexport DATA_DIR = `/srv/"x"`',
      'DATA_DIR=\nPORT=4000',
      '# DATA_DIR=/srv/no\nMY_DATA_DIR=/srv/no',
    ])
    .run(async ({ assert }, content) => {
      const { DATA_DIR } = await loaded(content)
      assert.equal(valueIn(content, 'DATA_DIR'), DATA_DIR || undefined)
    })

  test('existing variables stay, and a missing file is not an error', async ({ assert }) => {
    const before = { PORT: '5000' }
    assert.deepEqual(await loaded('PORT=4000\nDEMO=', before), { PORT: '5000', DEMO: '' })
    loadEnvFile(join(folder, 'none'), before)
    assert.deepEqual(before, { PORT: '5000' })
  })

  // Red when a kind of line is not detected.
  test('{line}')
    .with([
      { line: 'PORT', says: 'this is not NAME=value' },
      { line: 'PORT: 4000', says: 'this is not NAME=value' },
      { line: 'set PORT=4000', says: 'this is not NAME=value' },
      { line: '=4000', says: 'this is not NAME=value' },
      { line: 'DATABASE_URL=postgres://a:hush#2@db/x', says: 'would end at its "#"' },
      {
        line: 'MAIL_FROM="Crossdock <a@b.example>',
        says: 'the quotes around the value of MAIL_FROM',
      },
      { line: 'APP_KEY="hush"hush', says: 'the quotes around the value of APP_KEY' },
      { line: 'HOST=::1', says: 'HOST was given on line 1 already' },
      { line: 'DATABSE_URL=hush', says: 'Write DATABASE_URL if you mean that' },
      { line: 'DATADIR=/srv', says: 'Write DATA_DIR if you mean that' },
      { line: 'port=4000', says: 'Write PORT if you mean that' },
    ])
    .run(async ({ assert }, { line, says }) => {
      const [problem, ...more] = await problemsIn(`HOST=::1\n# hush\n${line}\r\nDEMO=false`)
      assert.isUndefined(more[0])
      assert.match(problem!, /^line 3: /)
      assert.include(problem!, says)
      assert.notInclude(problem!, 'hush')
    })

  test("other programs' variables pass", async ({ assert }) => {
    const theirs =
      'TZ=Europe/Madrid\nNODE_OPTIONS=--max-old-space-size=4096\nPGPASSWORD=x\nCOMPOSE=1'
    assert.deepEqual(await problemsIn(theirs), [])
  })

  test('every line of .env.example may be uncommented', async ({ assert }) => {
    const example = await readFile('.env.example', 'utf8')
    const lines = example.replace(/^# ([A-Z_]+=)/gm, '$1')
    assert.isAbove(Object.keys(await loaded(lines)).length, 15)
  })

  test('binary files and directories are reported, too', async ({ assert }) => {
    const utf16 = Buffer.from('\uFEFFPORT=4000\n', 'utf16le')
    assert.include((await problemsIn(utf16)).join(), 'line 1: this is not NAME=value')
    await mkdir(join(folder, 'directory'))
    assert.throws(() => loadEnvFile(join(folder, 'directory'), {}), /cannot be read \(EISDIR\)/)
  })

  // Red when the server lets Node read the file.
  test('the server does not start with a line that has no effect', async ({ assert }) => {
    await writeFile(path, 'PORT: 4000\nDATABSE_URL=postgres://u:hush@db/x\n')
    for (const program of ['server', 'console'] as const) {
      const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') }
      const child = spawn(process.execPath, [...programOf(program), 'list'], { cwd: folder, env })
      const [output, [status]] = await Promise.all([text(child.stderr), once(child, 'close')])
      assert.equal(status, 1)
      assert.equal(
        output,
        'Crossdock cannot start:\n' +
          '  - .env, line 1: this is not NAME=value. Correct it, or put a # before it.\n' +
          '  - .env, line 2: there is no variable DATABSE_URL. Write DATABASE_URL if you mean that, or take it out.\n'
      )
    }
  })
})
