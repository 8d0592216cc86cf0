import { test } from '@japa/runner'
import { Factory } from '../src/factory.js'
import { allCommands, pathOf } from '../src/help.js'
import { buildProgram } from '../src/program.js'
import { Shell } from './shell.js'

test.group('CLI help', (group) => {
  let shell: Shell
  group.each.setup(async () => {
    shell = await Shell.open()
    return () => shell.close()
  })

  const program = buildProgram(new Factory(process, {}))
  const verbs = [...allCommands(program)].filter(
    (one) => one.commands.length === 0 && !one.name().startsWith('__')
  )

  /** The words of a line as a shell parts them: quotes hold together, and are gone. */
  const words = (line: string) =>
    [...line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/["']/g, ''))

  test('every verb says which flags it inherits and shows examples that would run', async ({
    assert,
  }) => {
    assert.isAbove(verbs.length, 20)
    for (const verb of verbs) {
      const path = pathOf(verb)
      const { code, stdout } = await shell.run([...path.split(' ').slice(1), '--help'])
      assert.equal(code, 0, path)
      assert.match(stdout, /^Global Options:$[^]*--json[^]*--tenant/m, path)
      assert.match(stdout, /^Examples:$/m, path)
      const lines = [...stdout.matchAll(/^ {2}\$ (crossdock .*)$/gm)].map(([, line]) => line!)
      assert.isTrue(
        lines.some((line) => line.startsWith(path)),
        `${path} shows itself`
      )
      for (const line of lines) {
        // What follows goes to the shell, or to another program.
        const [own = ''] = line.split(/ [|>] | < /)
        const { stderr } = await shell.run(words(own).slice(1))
        assert.notMatch(stderr, /unknown (option|command)|missing required|too many/, line)
      }
    }
  })

  test('a mistake points at the help of the command it was made in', async ({ assert }) => {
    assert.match((await shell.run(['asets'])).stderr, /\n {2}See "crossdock --help"\.\n$/)
    assert.match(
      (await shell.run(['assets', 'get'])).stderr,
      /\n {2}See "crossdock assets get --help"\.\n$/
    )
  })
})
