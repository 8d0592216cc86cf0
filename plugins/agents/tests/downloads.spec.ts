// onOneDatabase: uses files on disk
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import { bootApp, freePort, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { asOperator } from '@crossdock/kernel/tenancy'
import { lookAfterAgents } from '../job_refs.js'
import { rolloutRank } from '../updates/state.js'
import { deploy, TestAgent } from './agent_lab.js'

/** The server's folder for programs; see downloads/files.ts. */
const folder = fileURLToPath(new URL('../../../agents/', import.meta.url))
/** Replaces the program: it prints its arguments. */
const program = '#!/bin/sh\necho "called $*"\n'
const sha256 = createHash('sha256').update(program).digest('hex')

interface Rollout {
  version: string | null
  agents: number
  requested: number
  rolledBack: number
  stoppedReason: string | null
}

interface Downloads {
  files: { platform: string; arch: string; sha256: string; url: string }[]
  hint: string | null
}

test.group('Downloads of agents', (group) => {
  let app: TestApp
  let acme: TestTenant

  group.setup(async () => {
    const port = String(await freePort())
    const settings = { PORT: Number(port), APP_URL: `http://127.0.0.1:${port}` }
    app = await bootApp({ settings: { ...settings, LOG_LEVEL: 'silent' } })
    acme = await app.tenant('acme')
    return async () => {
      await app.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })

  const list = () => app.ok<Downloads>('GET', '/api/desktop-agents/downloads', { as: acme.viewer })

  async function build(more: object[] = []): Promise<void> {
    await mkdir(folder, { recursive: true })
    const built = (platform: string, arch: string) => ({
      platform,
      arch,
      file: 'crossdock-agent',
      size: program.length,
      sha256,
      version: '1.0.0',
    })
    const arches = ['x64', 'arm64']
    const files = ['linux', 'macos'].flatMap((one) => arches.map((arch) => built(one, arch)))
    await writeFile(join(folder, 'crossdock-agent'), program)
    await writeFile(join(folder, 'manifest.json'), JSON.stringify([...files, ...more]))
  }

  test('without a build, the answer explains how to make one', async ({ assert }) => {
    const found = await list()
    assert.deepEqual(found.files, [])
    assert.include(found.hint, 'npm run build:agents')
    const missing = await app.call('GET', '/api/desktop-agents/downloads/linux-x64')
    assert.equal(missing.status, 404)
    const { commands } = await deploy(app.url, acme.admin)
    assert.match(commands.linux, /^crossdock agent enroll --server http/)
  })

  // Red when isBuilt() accepts any name.
  test('built programs are listed and served, and nothing outside of the folder', async ({
    assert,
  }) => {
    await build([
      { platform: 'windows', arch: 'x64', file: '../package.json', size: 1, sha256, version: '1' },
    ])
    const { files, hint } = await list()
    assert.isNull(hint)
    assert.lengthOf(files, 4)
    const reply = await fetch(files[0]!.url)
    assert.equal(await reply.text(), program)
    assert.equal(reply.headers.get('content-length'), String(program.length))
    const escape = await app.call('GET', '/api/desktop-agents/downloads/windows-x64')
    assert.equal(escape.status, 404)
  })

  // Red when the line does not compare the hash.
  test('the line for Linux downloads, verifies and enrolls', async ({ assert }) => {
    await build()
    const { commands, token } = await deploy(app.url, acme.admin)
    const work = await mkdtemp(join(tmpdir(), 'crossdock-agent-'))
    const run = promisify(execFile)
    const { stdout } = await run('bash', ['-c', commands.linux], { cwd: work })
    assert.include(stdout, `called enroll --server ${app.url} --token ${token}`)
    assert.include(stdout, 'called install')
    assert.equal(await readFile(join(work, 'crossdock-agent'), 'utf8'), program)
    const wrong = commands.linux.replaceAll(sha256, sha256.replace(/./g, '0'))
    const failed = await run('bash', ['-c', wrong], { cwd: work }).catch((error) => error)
    assert.notEqual(failed.code, 0)
    assert.notInclude(String(failed.stdout), 'called')
    await rm(work, { recursive: true })
  })

  const jobs = () =>
    app.inside(() =>
      asOperator('check whether it is done', async () =>
        unscoped().from('jobs').where('name', lookAfterAgents.name)
      )
    )
  const look = async () => {
    await app.inside(() => asOperator('as when it is due', () => enqueue(lookAfterAgents, {})))
    await until('the job to be done', async () => (await jobs()).length === 0)
  }
  const rollout = (body: object) =>
    app.ok<Rollout>('PUT', '/api/desktop-agents/rollout', { as: acme.admin, body })
  const standing = () => app.ok<Rollout>('GET', '/api/desktop-agents/rollout', { as: acme.viewer })

  // Red when startUpdates() checks neither the percentage nor the failures.
  test('agents are updated step by step, and failures stop the rollout', async ({ assert }) => {
    await build()
    const fleet: TestAgent[] = []
    for (let at = 0; at < 6; at++) {
      const agent = await new TestAgent(app.url, `Old ${at}`).join(acme.token)
      fleet.push(await agent.connect({ hello: false }))
      agent.hello({ version: '0.9.0' })
      await agent.welcomed()
    }
    const asked = () => fleet.filter(({ heard }) => heard.some(({ type }) => type === 'update'))
    const isFirst = ({ enrolled }: TestAgent) => rolloutRank(enrolled.clientId, '1.0.0') < 50
    await rollout({ isActive: true, percentage: 50, maxFailures: 2 })
    await look()
    assert.equal((await standing()).requested, fleet.filter(isFirst).length)
    await until('those to be asked', () => asked().length >= fleet.filter(isFirst).length)
    assert.deepEqual(asked(), fleet.filter(isFirst))
    await rollout({ percentage: 100, updateHours: null })
    await look()
    await until('all to be asked', () => asked().length === fleet.length)
    assert.containSubset(await standing(), { version: '1.0.0', agents: 6, requested: 6 })
    const [first, second, third] = fleet
    first!.say({ type: 'updated', version: '1.0.0', outcome: 'installed', message: '' })
    for (const agent of [second!, third!]) {
      agent.say({ type: 'updated', version: '1.0.0', outcome: 'rolled_back', message: 'crashed' })
    }
    await until('two to have failed', async () => (await standing()).rolledBack === 2)
    await look()
    const stopped = await until('it to be stopped', async () => {
      const found = await standing()
      return found.stoppedReason !== null && found
    })
    assert.include(stopped.stoppedReason, '2 agents failed at version 1.0.0')
    const on = await rollout({ maxFailures: 5 })
    assert.isNull(on.stoppedReason)
    assert.equal(on.rolledBack, 0)
    for (const agent of fleet) agent.leave()
  })
})
