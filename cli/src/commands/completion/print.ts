import type { Command } from 'commander'
import { complete, type Candidates } from '../../completion/complete.js'
import type { GlobalFlags } from '../../config/settings.js'
import type { Factory } from '../../factory.js'
import { printable } from '../../output/format.js'
import { addAll } from '../../plugins.js'

/** For the scripts: a line that says what follows, then the candidates. Whatever fails, there are none. */
export async function printCompletions(
  program: Command,
  factory: Factory,
  words: string[]
): Promise<void> {
  const candidates = await whole(program, factory, words)
    .then(() => complete(program, factory, words))
    .catch((): Candidates => [])
  const { stdout } = factory.streams
  if (candidates === 'files') return void stdout.write('files\n')
  const lines = candidates.map(([value, about]) => `${printable(value)}\t${printable(about)}`)
  stdout.write(['words', ...lines, ''].join('\n'))
}

/** With the verbs of plugins where they may be meant, and the flags that are typed already. */
async function whole(program: Command, factory: Factory, words: string[]): Promise<void> {
  // A value more: the last flag may still wait for its own.
  const [noun] = program.parseOptions([...words, '']).operands
  factory.flags = program.opts<GlobalFlags>()
  const isOurs = program.commands.some((command) => command.name() === noun)
  if (!isOurs) await addAll(program, factory)
}
