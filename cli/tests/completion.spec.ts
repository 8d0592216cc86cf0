import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import { Partner } from './partner.js'
import { ScriptedServer } from './scripted_server.js'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI completion', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  let shell: Shell

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    partner = await Partner.start(app, acme)
    await partner.workflow('Notify carrier', '/accepts')
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    await shell.run(['assets', 'mkdir', '-p', '/Invoices/2026'])
    await writeFile(shell.path('Index.txt'), 'x')
    await shell.run(['assets', 'put', 'Index.txt'])
    return async () => {
      await partner.stop()
      await shell.close()
      await app.stop()
    }
  })

  /** What Tab offers behind a line; the last word is the one that is typed. */
  async function offered(line: string, env: Record<string, string> = {}): Promise<string[]> {
    const words = line.split(' ').slice(1)
    const { code, stdout, stderr } = await shell.run(['__complete', '--', ...words], { env })
    if (code !== 0 || stderr) throw new Error(`It ended with ${code}: ${stderr}`)
    const [kind, ...lines] = stdout.trimEnd().split('\n')
    return kind === 'files' ? ['(files)'] : lines.map((one) => one.split('\t')[0]!)
  }

  test('commands and flags, the global ones included', async ({ assert }) => {
    assert.includeMembers(await offered('crossdock '), ['assets', 'api', 'completion', 'help'])
    assert.notInclude(await offered('crossdock '), '__complete')
    assert.deepEqual(await offered('crossdock ass'), ['assets'])
    assert.deepEqual(await offered('crossdock --json assets m'), ['mkdir'])
    assert.deepEqual(await offered('crossdock assets put --p'), ['--parents', '--profile'])
    assert.deepEqual(await offered('crossdock executions list --status '), [
      ...['pending', 'running', 'completed', 'failed', 'cancelled'],
    ])
    assert.deepEqual(await offered('crossdock executions list --status=f'), ['--status=failed'])
    // As bash parts it.
    assert.deepEqual(await offered('crossdock executions list --status = f'), ['failed'])
    assert.deepEqual(await offered('crossdock assets put a'), ['(files)'])
    assert.deepEqual(await offered('crossdock systems create --input '), ['(files)'])
  })

  // Red when the flags that are typed, or what stands before, have no say in what is offered.
  test('names, ids and paths of the server', async ({ assert }) => {
    assert.deepEqual(await offered('crossdock flows trigger not'), ['Notify carrier'])
    assert.deepEqual(await offered('crossdock flows trigger "Not'), ['Notify carrier'])
    assert.deepEqual(await offered('crossdock workflows show '), ['Notify carrier'])
    assert.deepEqual(await offered('crossdock logs list --system '), ['Notify carrier partner'])
    assert.deepEqual(await offered('crossdock assets get /In'), ['/Index.txt', '/Invoices/'])
    assert.deepEqual(await offered('crossdock assets get In'), [])
    assert.deepEqual(await offered('crossdock assets ls /'), ['/Invoices/'])
    assert.deepEqual(await offered('crossdock assets ls /Invoices/'), ['/Invoices/2026/'])
    assert.deepEqual(await offered('crossdock assets put a.txt --to /Inv'), ['/Invoices/'])
    assert.include(await offered('crossdock tokens create --scope assets.'), 'assets.read')
    assert.deepEqual(await offered('crossdock whoami --profile '), ['default'])
    const { stdout } = await shell.run([
      'flows',
      'trigger',
      'Notify carrier',
      '--query',
      'executionId',
    ])
    assert.deepEqual(await offered('crossdock executions show '), [stdout.slice(0, 8)])
  })

  test('nobody signed in, or a server that says nothing: nothing is offered', async ({
    assert,
  }) => {
    assert.deepEqual(await offered('crossdock flows trigger --profile gone '), [])
    const refused = await ScriptedServer.start((_request, response) =>
      response.writeHead(500).end()
    )
    try {
      const env = { CROSSDOCK_SERVER: refused.url, CROSSDOCK_TOKEN: 'cdk_any' }
      assert.deepEqual(await offered('crossdock flows trigger ', env), [])
    } finally {
      await refused.stop()
    }
  })

  test('a script for each shell, and bash takes its own', async ({ assert }) => {
    for (const name of ['zsh', 'fish']) {
      const { stdout } = await shell.run(['completion', name])
      assert.include(stdout, '__complete --')
    }
    const { stdout } = await shell.run(['completion', 'bash'])
    const answer = "printf 'words\\nNotify carrier\\tid\\n/Invoices/\\t\\n'"
    const program = `${stdout}
      crossdock() { [[ "$1 $2 $3 $4" == "__complete -- flows tr" ]] && ${answer}; }
      COMP_WORDS=(crossdock flows tr); COMP_CWORD=2
      compopt() { :; }
      _crossdock crossdock; printf '%s|' "\${COMPREPLY[@]}"`
    assert.equal(execFileSync('bash', ['-c', program]).toString(), 'Notify carrier|/Invoices/|')
    assert.equal((await shell.run(['completion', 'tcsh'])).code, 2)
  })
})
