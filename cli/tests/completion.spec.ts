// onOneDatabase: the command line uses the server only over HTTP
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
    await partner.workflow('--all of them', '/accepts')
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

  /** The candidates for a line, whose last word is being typed. */
  async function offered(line: string, env: Record<string, string> = {}): Promise<string[]> {
    const words = line.split(' ').slice(1)
    const { code, stdout, stderr } = await shell.run(['__complete', '--', ...words], { env })
    if (code !== 0 || stderr) throw new Error(`It ended with ${code}: ${stderr}`)
    const [kind, ...lines] = stdout.trimEnd().split('\n')
    return kind === 'files' ? ['(files)'] : lines.map((one) => one.split('\t')[0]!)
  }

  test('completes commands and flags, including global ones', async ({ assert }) => {
    assert.includeMembers(await offered('crossdock '), ['assets', 'api', 'completion', 'help'])
    assert.notInclude(await offered('crossdock '), '__complete')
    assert.deepEqual(await offered('crossdock ass'), ['assets'])
    assert.deepEqual(await offered('crossdock --json assets mk'), ['mkdir'])
    assert.deepEqual(await offered('crossdock assets put --p'), [
      '--parents',
      '--parallel',
      '--profile',
    ])
    assert.deepEqual(await offered('crossdock executions list --status '), [
      'pending',
      'running',
      'completed',
      'failed',
      'cancelled',
    ])
    assert.deepEqual(await offered('crossdock executions list --status=f'), ['--status=failed'])
    // The way bash splits it.
    assert.deepEqual(await offered('crossdock executions list --status = f'), ['failed'])
    assert.deepEqual(await offered('crossdock assets put a'), ['(files)'])
    assert.deepEqual(await offered('crossdock systems create --input '), ['(files)'])
  })

  // Red when flags and words already typed do not affect the candidates.
  test('completes names, ids and paths of the server', async ({ assert }) => {
    assert.deepEqual(await offered('crossdock flows trigger not'), ['Notify carrier'])
    assert.deepEqual(await offered('crossdock flows trigger "Not'), ['Notify carrier'])
    assert.deepEqual(await offered('crossdock workflows show '), ['Notify carrier'])
    // Red when a name that looks like a flag is offered.
    assert.deepEqual(await offered('crossdock workflows show -- '), [
      '--all of them',
      'Notify carrier',
    ])
    assert.deepEqual(await offered('crossdock logs list --system N'), ['Notify carrier partner'])
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

  test('no sign-in, or an unreachable server: no candidates', async ({ assert }) => {
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

  test('prints a script for each shell', async ({ assert }) => {
    for (const name of ['bash', 'zsh', 'fish']) {
      const { stdout } = await shell.run(['completion', name])
      assert.include(stdout, '__complete --')
    }
    assert.equal((await shell.run(['completion', 'tcsh'])).code, 2)
  })

  /** The words bash parses from lines with tabs. Each line calls a command that prints its words, one per line. */
  async function inBash(offer: string[], ...lines: string[]): Promise<string[][]> {
    const { stdout: script } = await shell.run(['completion', 'bash'])
    const quoted = offer.map((name) => `'${name.replaceAll("'", `'\\''`)}'`).join(' ')
    const answer = `printf '%s\\t\\n' ${quoted}`
    const program = `crossdock() {
      if [[ $1 == __complete ]]; then echo words; ${answer}; else printf '%s\\n' "$@" .; fi
    }\n`
    await writeFile(shell.path('bashrc'), program + script)
    const stdout = execFileSync('bash', ['--noprofile', '--rcfile', shell.path('bashrc'), '-i'], {
      input: [...lines, 'exit', ''].join('\n'),
      cwd: shell.folder,
      env: { ...shell.env, HISTFILE: '', TERM: 'dumb', LC_ALL: 'C.UTF-8' },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const words = stdout.toString().split('\n.\n').slice(0, -1)
    return words.map((one) => one.split('\n').slice(2))
  }

  // Red when a candidate is inserted unquoted (`printf %q`), or not in the quotes already typed: bash would run
  // code from a name written by other people.
  test('bash takes a name literally', async ({ assert }) => {
    const name = '/yg`touch a`$(touch a)${HOME}\'"!x é\\&;~'
    const open = ['/yg', "'/yg", '"/yg'].map((typed) => `crossdock assets ls ${typed}\t`)
    assert.deepEqual(await inBash([name], ...open), [[name], [name], [name]])
    // A folder continues. For several matches their common prefix is inserted.
    assert.deepEqual(await inBash(['/a `b`/'], 'crossdock assets ls /a\tc'), [['/a `b`/c']])
    assert.deepEqual(await inBash(['/a`b`1', '/a`b`2'], 'crossdock assets ls /a\t'), [['/a`b`']])
    // After a closed quote, Tab would not replace the text before it.
    assert.deepEqual(await inBash(['/a`b`'], `crossdock assets ls '/'a\t`), [['/a']])
  })
})
