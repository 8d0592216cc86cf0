// onOneDatabase: the command line uses the server only over HTTP
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { test } from '@japa/runner'
import { Shell } from './shell.js'

const greeting = `
import { examples, UsageError } from '@crossdock/cli/plugin'
export default (program, factory) => {
  const hello = program.command('hello').description('Says hello')
  const name = hello.createArgument('<name>', 'whom')
  hello
    .command('to')
    .addArgument(factory.suggest(name, async () => [['Ada', 'a friend'], ['Grace', '']]))
    .addHelpText('after', examples('crossdock hello to Ada'))
    .action((name) => {
      if (name === 'unknown') throw new UsageError('Name a person.')
      factory.say('Hello ' + name + '.')
    })
}`

test.group('Commands of plugins', (group) => {
  let shell: Shell
  group.each.setup(async () => {
    shell = await Shell.open()
    shell.env.CROSSDOCK_PLUGINS_DIR = shell.path('plugins')
    return () => shell.close()
  })

  /** Writes packages with command modules to the operator's plugin folder. */
  async function install(packages: Record<string, string>): Promise<void> {
    const write = async (path: string, text: string) => {
      await mkdir(dirname(shell.path('plugins', path)), { recursive: true })
      await writeFile(shell.path('plugins', path), text)
    }
    const dependencies = Object.fromEntries(Object.keys(packages).map((name) => [name, '1.0.0']))
    await write('package.json', JSON.stringify({ dependencies }))
    for (const [name, source] of Object.entries(packages)) {
      const crossdock = { kernel: '^0.1', cli: './cli.js' }
      const manifest = { name, version: '1.0.0', type: 'module', crossdock }
      await write(`node_modules/${name}/package.json`, JSON.stringify(manifest))
      await write(`node_modules/${name}/cli.js`, source)
    }
  }

  test('plugin commands share the factory, the help and the exit codes', async ({ assert }) => {
    await install({ 'cd-hello': greeting })
    const said = await shell.run(['--no-color', 'hello', 'to', 'Ada'])
    assert.deepEqual(said, { code: 0, stdout: 'Hello Ada.\n', stderr: '' })
    assert.include((await shell.run(['--help'])).stdout, 'hello')
    const { stdout } = await shell.run(['hello', 'to', '--help'])
    assert.match(
      stdout,
      /^Global Options:[^]*--json[^]*^Examples:\n {2}\$ crossdock hello to Ada$/m
    )
    const refused = await shell.run(['hello', 'to', 'unknown'])
    assert.equal(refused.code, 2)
    assert.include(refused.stderr, 'Name a person.')
    assert.match((await shell.run(['hello', 'to'])).stderr, /See "crossdock hello to --help"/)
  })

  test('plugin commands are completed: nouns, verbs, flags and suggestions', async ({ assert }) => {
    await install({ 'cd-hello': greeting, 'cd-broken': `throw new Error('no verbs today')` })
    const offered = async (...words: string[]) => {
      const { stdout, stderr } = await shell.run(['__complete', '--', ...words])
      assert.equal(stderr, '')
      return stdout
    }
    assert.equal(await offered('hel'), 'words\nhello\tSays hello\nhelp\tdisplay help for command\n')
    assert.equal(await offered('hello', 'to', 'a'), 'words\nAda\ta friend\n')
    assert.include(await offered('hello', 'to', '--j'), '--json\t')
  })

  test('a broken package is named, and does not affect the others', async ({ assert }) => {
    await install({
      'cd-broken': `throw new Error('no verbs today')`,
      'cd-hello': greeting,
      'cd-thief': `export default (program) => program.command('assets')`,
    })
    assert.equal((await shell.run(['hello', 'to', 'Ada'])).stdout, 'Hello Ada.\n')
    const unknown = await shell.run(['weather'])
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /"cd-broken" could not add its commands: no verbs today\n$/)
    const { stdout, stderr } = await shell.run(['help'])
    assert.include(stdout, 'hello')
    assert.match(stderr, /"cd-thief" could not add its commands: .*already have command 'assets'/)
    // Built-in commands load none of them.
    assert.notInclude((await shell.run(['assets', '--help'])).stderr, 'cd-')
  })

  // Red when addAll() does not catch errors of reading the folder, or checks only packages with commands.
  test('an unreadable folder or package is reported in a sentence', async ({ assert }) => {
    await install({ 'cd-hello': greeting, 'cd-torn': '' })
    await writeFile(shell.path('plugins', 'node_modules/cd-torn/package.json'), '')
    assert.equal((await shell.run(['hello', 'to', 'Ada'])).stdout, 'Hello Ada.\n')
    assert.match((await shell.run(['weather'])).stderr, /"cd-torn" .*package\.json cannot be read/)
    await writeFile(shell.path('plugins', 'package.json'), '{')
    const { code, stderr } = await shell.run(['weather'])
    assert.equal(code, 1)
    assert.match(stderr, /^error: .*plugins.package\.json cannot be read: .*\n$/)
    assert.equal((await shell.run(['help'])).code, 0)
  })
})
