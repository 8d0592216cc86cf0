import type { Command } from 'commander'
import { allCommands, pathOf } from './help.js'
import { Factory } from './factory.js'
import type { Streams } from './output/streams.js'

const HEAD = `# The command line: reference

What \`crossdock <command> --help\` prints, written by \`npx crossdock __reference > docs/reference/cli.md\` and compared by a
test. The global options stand once, at the top; every command takes them. [The guide](../cli.md) explains how to use it.
`

/** The help texts of all built-in commands as Markdown. */
export function reference(streams: Streams, build: (factory: Factory) => Command): string {
  let printed = ''
  const factory = new Factory({ ...streams, stdout: collector((text) => (printed += text)) }, {})
  const program = build(factory)
  const sections = [...allCommands(program)]
    .filter((command) => !command.name().startsWith('__'))
    .map((command) => {
      printed = ''
      command.outputHelp()
      const level = command.parent ? (command.parent === program ? '##' : '###') : '##'
      return `${level} ${pathOf(command)}\n\n\`\`\`text\n${withoutGlobals(printed).trim()}\n\`\`\`\n`
    })
  return [HEAD, ...sections].join('\n')
}

function withoutGlobals(help: string): string {
  return help.replace(/^Global Options:\n(?: {2}.*\n)+\n?/m, '').replace(/ +$/gm, '')
}

/** An output that is not a terminal and has the default width. */
function collector(write: (text: string) => void): Streams['stdout'] {
  return { write: (text: string) => (write(text), true) } as Streams['stdout']
}
