// onOneDatabase: the command line uses the server only over HTTP
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI workflows', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell
  let file: string

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    file = join(shell.folder, 'intake.json')
    return async () => {
      await shell.close()
      await app.stop()
    }
  })

  // Red when ids of one installation are exported, or the export cannot be imported.
  test('a workflow is exported, imported and compared with the file', async ({ assert }) => {
    const wait = { id: 'rest', type: 'delay', config: { amount: 1, unit: 'minutes' } }
    const ask = {
      id: 'ask',
      type: 'condition',
      name: 'Is it a file?',
      config: { value: 'file.name', operator: 'exists' },
      branches: { yes: [wait] },
    }
    await app.ok('POST', '/api/integrations/workflows', {
      as: acme.admin,
      body: { name: 'Intake', triggerType: 'manual', triggerConfig: {}, steps: [ask] },
    })
    const exported = await shell.run(['workflows', 'export', 'Intake', '--output', file])
    assert.equal(exported.code, 0, exported.stderr)
    const definition = JSON.parse(await readFile(file, 'utf8')) as { steps: object[] }
    assert.notProperty(definition, 'id')
    assert.containSubset(definition, { name: 'Intake', steps: [{ id: 'ask' }] })
    const again = await shell.run(['workflows', 'export', 'Intake', '--output', file])
    assert.equal(again.code, 6)
    const same = await shell.run(['workflows', 'diff', 'Intake', '--input', file])
    assert.equal(same.code, 0, same.stderr)

    await writeFile(file, JSON.stringify({ ...definition, steps: [wait] }))
    const differs = await shell.run(['workflows', 'diff', 'Intake', '--input', file])
    assert.equal(differs.code, 1)
    assert.match(differs.stdout, /^step ask removed$/m)
    assert.match(differs.stdout, /^step rest moved$/m)
    const changed = await shell.run(['workflows', 'import', '--input', file])
    assert.match(changed.stdout, /^Changed the workflow Intake, version 2\.$/m)
    const versions = await shell.run(['workflows', 'diff', 'Intake', '--from', '1', '--json'])
    assert.deepEqual(
      (JSON.parse(versions.stdout) as { part: string }[]).map(({ part }) => part),
      ['step ask', 'step rest']
    )
  })

  // Red when an imported workflow is active immediately.
  test('a missing workflow is created, and inactive without --activate', async ({ assert }) => {
    const steps = [{ id: 'rest', type: 'delay', config: { amount: 1 } }]
    const write = (name: string) =>
      writeFile(file, JSON.stringify({ name, triggerType: 'manual', steps }))
    await write('New one')
    const created = await shell.json<{ isActive: boolean }>([
      'workflows',
      'import',
      '--input',
      file,
    ])
    assert.isFalse(created.isActive)
    const active = await shell.json<{ isActive: boolean }>([
      'workflows',
      'import',
      '--input',
      file,
      '--activate',
    ])
    assert.isTrue(active.isActive)
    await writeFile(file, '{"steps": []}')
    const wrong = await shell.run(['workflows', 'import', '--input', file])
    assert.equal(wrong.code, 2)
  })
})
