// onOneDatabase: the command line uses the server only over HTTP
import { readFile } from 'node:fs/promises'
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

  /** Splits a line into words like a shell: quotes group words and are removed. */
  const words = (line: string) =>
    [...line.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replace(/["']/g, ''))

  const WRONG = /unknown (option|command)|missing required|too many|cannot be read/

  /** The stderr output of a command line without a sign-in. */
  async function complaintsOf(line: string): Promise<string> {
    // The rest goes to the shell or to another program.
    const [own = ''] = line.split(/ [|>] | < /)
    return (await shell.run(words(own).slice(1))).stderr
  }
  const page = (name: string) => readFile(`docs/${name}`, 'utf8')

  test('the help of every command lists inherited flags and valid examples', async ({ assert }) => {
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
        assert.notMatch(await complaintsOf(line), WRONG, line)
      }
    }
  })

  test('a usage error names the help of its command', async ({ assert }) => {
    assert.match((await shell.run(['asets'])).stderr, /\n {2}See "crossdock --help"\.\n$/)
    assert.match(
      (await shell.run(['assets', 'get'])).stderr,
      /\n {2}See "crossdock assets get --help"\.\n$/
    )
  })

  test('the reference equals the output of --help', async ({ assert }) => {
    const { stdout } = await shell.run(['__reference'])
    const write = 'Regenerate it: npx crossdock __reference > docs/reference/cli.md'
    assert.isTrue((await page('reference/cli.md')) === stdout, write)
  })

  for (const name of ['cli.md', 'api.md']) {
    test(`every command line in docs/${name} is valid`, async ({ assert }) => {
      const text = (await page(name)).replace(/\\\n\s*/g, '')
      const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, code]) =>
        code!.split('\n')
      )
      // In a sentence, a name without arguments is not a command line.
      const inline = [...text.matchAll(/`(crossdock \w+ [^`…]+)`/g)].map(([, code]) => code!)
      const ours = [...blocks, ...inline].flatMap(
        (line) => /(?:^|[| (])(crossdock .*?)\)?(?: +#.*)?$/.exec(line)?.[1] ?? []
      )
      assert.isAbove(ours.length, 0)
      for (const line of ours) assert.notMatch(await complaintsOf(line), WRONG, line)
    })
  }
})
