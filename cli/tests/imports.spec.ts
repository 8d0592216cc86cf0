// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import type { ContractTemplate, Import } from '@crossdock/client'
import { bootApp, signInAs, type TestApp } from './server.js'
import { Shell } from './shell.js'

const description = (more: object = {}) =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Harbor API', version: '1' },
    servers: [{ url: 'https://harbor.example' }],
    paths: {
      '/ships': { get: { operationId: 'listShips', responses: { 200: {} } } },
      '/berths': { get: { operationId: 'listBerths', responses: { 200: {} } } },
      ...more,
    },
  })

test.group('CLI imports and templates', (group) => {
  let app: TestApp
  let shell: Shell

  group.setup(async () => {
    app = await bootApp()
    const acme = await app.tenant('acme')
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    await writeFile(join(shell.folder, 'harbor.json'), description())
    const more = { '/cranes': { get: { operationId: 'listCranes', responses: { 200: {} } } } }
    await writeFile(join(shell.folder, 'next.json'), description(more))
    return async () => {
      await shell.close()
      await app.stop()
    }
  })

  test('a description is imported twice', async ({ assert }) => {
    const plan = await shell.json<Import>(['systems', 'import', 'harbor.json', '--dry-run'])
    assert.lengthOf(plan.plan!.operations, 2)
    const one = ['--only', 'listShips', '--name', 'Harbor']
    const made = await shell.run(['systems', 'import', 'harbor.json', ...one])
    assert.match(made.stdout, /^Harbor: 1 endpoint created, 0 changed, 0 deleted; id /)
    const again = ['systems', 'import', 'next.json', '--system', 'Harbor']
    const { stdout } = await shell.run([...again, '--dry-run'])
    assert.match(stdout, /^Added: listBerths\nAdded: listCranes\n1 endpoint is unchanged\.$/m)
    const next = await shell.run([...again, '--only', 'listCranes'])
    assert.match(next.stdout, /^Harbor: 1 endpoint created/)
  })

  test('templates are listed, created, applied and deleted', async ({ assert }) => {
    const listed = await shell.json<ContractTemplate[]>(['templates', 'list', '--search', 'soap'])
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['SOAP over HTTP']
    )
    const create = ['templates', 'create', 'Harbor, standard', '--from-openapi', 'harbor.json']
    const made = await shell.run(create)
    assert.match(made.stdout, /^Created the template Harbor, standard 1\.0 with 2 endpoints, id /)
    const shown = await shell.json<ContractTemplate>(['templates', 'show', 'Harbor, standard'])
    assert.lengthOf(shown.contractDefinition!.endpoints, 2)
    const apply = ['templates', 'apply', 'Harbor, standard', '--name', 'South', '--only']
    const applied = await shell.run([...apply, 'listBerths'])
    assert.match(applied.stdout, /^Created South with 1 endpoint, id /)
    const update = ['templates', 'update', 'Harbor, standard']
    const changed = await shell.run([...update, '--from-openapi', 'next.json', '--deactivate'])
    assert.equal(changed.stdout.trim(), 'Changed the template Harbor, standard, version 1.1.')
    const off = await shell.run([...apply, 'listBerths'])
    assert.match(off.stderr, /is inactive/)
    assert.match((await shell.run(update)).stderr, /There is nothing to change/)
    const gone = await shell.run(['templates', 'delete', 'Harbor, standard', '--yes'])
    assert.match(gone.stdout, /^Deleted the contract template Harbor, standard\.$/m)
    const wrong = await shell.run(['templates', 'create', 'Nothing'])
    assert.match(wrong.stderr, /one of --from-system, --from-openapi and --input/)
  })
})
