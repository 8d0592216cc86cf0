// onOneDatabase: it tests the pages, and one run takes minutes
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'
import { raiseLimits, signIn, type Caller } from '@crossdock/backend/testing'
import { call, testDatabase } from '@crossdock/kernel/testing'
import { ownServers } from './own_servers.js'

/** Parts of blocks that the test skips: they need root, a prompt, a person, or a partner. */
const left = [
  /\bsudo\b|crossdock-ace|journalctl|\/(opt|var)\//,
  /^npm |^node -e/m,
  /crossdock completion/,
  /crossdock sso (test|enable)/,
  /crossdock notifications/,
  /events\/stream/,
  /^[A-Z_]+=\S+$/m,
]

/** Files that the pages expect. */
const files = {
  'README.md': '# Crossdock\n',
  'waybill.txt': '12 pallets\n',
  'a.csv': 'a\n',
  'b.csv': 'b\n',
  'invoice.pdf': 'invoice',
  'drawings/quay.pdf': 'quay',
  'scans/a.pdf': 'scan of a',
  'a.pdf': 'a',
  'b.pdf': 'b',
  'c.pdf': 'c',
  'd.pdf': 'd',
}

/** Commands that ask for confirmation. */
const asking = ['second-factor\\ r', 'tenants\\ suspend', 'users\\ d']

/** The commands of a page in order, and the files that it shows by name. */
async function readPage(path: string) {
  const text = (await readFile(path, 'utf8')).replaceAll('\r', '').replace(/^ {3}/gm, '')
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block]) =>
    block!.replace(/^.*crossdock login.*\n/gm, '')
  )
  const shown = [...text.matchAll(/`([\w-]+\.json)`[^`]*```json\n([^]*?)```/g)]
  return {
    blocks: blocks.filter((block) => !left.some((one) => one.test(block))),
    files: Object.fromEntries(shown.map(([, name, json]) => [name!, json!])),
  }
}

/** The command line of a person who confirms each question. */
const commandLine = (cli: string) => `#!/bin/bash
yes=
case "$*" in *--yes*) ;; ${asking.join('*|')}*) yes=--yes ;; esac
exec "${process.execPath}" "${cli}" "$@" $yes
`

/** Makes curl fail when the API refuses a call, so that the page stops there. */
const prelude = `set -Eeo pipefail
trap 'echo "This line of the page failed: $BASH_COMMAND" >&2' ERR
curl() { command curl --silent --show-error --fail-with-body "$@"; }
npx() { "$@"; }
`

test('finds the commands of pages, with the files they name', async ({ assert }) => {
  for (const [path, least] of [
    ['README.md', 1],
    ['docs/api.md', 8],
    ['docs/cli.md', 10],
    ['docs/operation/backup.md', 1],
  ] as const) {
    assert.isAtLeast((await readPage(path)).blocks.length, least, path)
  }
  const { files } = await readPage('docs/cli.md')
  assert.includeMembers(Object.keys(files), ['harbour.json', 'notify.json', 'intake.json'])
  for (const json of Object.values(files)) assert.isObject(JSON.parse(json))
})

test.group('The commands of the pages', (group) => {
  const { database, server } = ownServers(group)

  if (testDatabase === 'sqlite') {
    // Red when a command of a page fails after the previous one.
    test('work in order on a server: {$self}')
      .with(['README.md docs/api.md docs/operation/backup.md', 'docs/cli.md'])
      .run(async ({ assert, cleanup }, paths) => {
        const email = 'operator@crossdock.example'
        const one = await server({ ADMIN_EMAIL: email })
        await one.start()
        const tokenOf = async (as: Caller) => {
          const made = { as, body: { name: 'pages' } }
          const reply = await call<{ token: string }>(one.url, 'POST', '/api/api-tokens', made)
          assert.equal(reply.status, 201, JSON.stringify(reply.body))
          return reply.body.token
        }
        const as = await signIn(one, email)
        const ofOperator = await tokenOf(as)
        let own = ofOperator
        // docs/cli.md creates its own organization.
        if (paths !== 'docs/cli.md') {
          const body = { name: 'Acme', subdomain: 'acme', adminEmail: 'admin@acme.example' }
          await call(one.url, 'POST', '/api/tenants', { as, body })
          own = await tokenOf(await signIn(one, body.adminEmail, body.subdomain))
          await raiseLimits(database())
        }
        const place = await mkdtemp(join(tmpdir(), 'crossdock-pages-'))
        cleanup(() => rm(place, { recursive: true, force: true }))
        const put = async (name: string, text: string) => {
          await mkdir(dirname(join(place, name)), { recursive: true })
          await writeFile(join(place, name), text)
        }
        for (const [name, text] of Object.entries(files)) await put(name, text)
        const cli = join(process.cwd(), 'cli/bin/crossdock.mjs')
        await put('bin/crossdock', commandLine(cli))
        // The page creates its token while no server runs.
        await put('bin/node', `#!/bin/sh\necho ${ofOperator}\n`)
        for (const name of ['crossdock', 'node']) await chmod(join(place, 'bin', name), 0o755)

        for (const path of paths.split(' ')) {
          const page = await readPage(path)
          for (const [name, text] of Object.entries(page.files)) await put(name, text)
          const script = page.blocks
            .join('\n')
            .replaceAll('https://crossdock.example.com', one.url)
            .replaceAll('http://localhost:3333', one.url)
            .replaceAll('cdk_…', own)
          await put('page.sh', prelude + script)
          const env = {
            PATH: `${join(place, 'bin')}:${process.env.PATH}`,
            HOME: place,
            CROSSDOCK_SERVER: one.url,
            CROSSDOCK_TOKEN: path === 'docs/operation/backup.md' ? ofOperator : own,
          }
          const { failed, said } = await new Promise<{ failed: boolean; said: string }>(
            (resolve) => {
              const child = execFile('bash', ['page.sh'], { cwd: place, env }, (error, out, err) =>
                resolve({ failed: error !== null, said: `${out.slice(-2_000)}\n${err}` })
              )
              child.stdin!.end()
            }
          )
          assert.isFalse(failed, `${path}\n${said}`)
        }
      })
      .tags(['long'])
      .timeout(3_600_000)
  }
})
