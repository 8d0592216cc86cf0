import type { Command } from 'commander'
import { complete, type Candidates } from '../../completion/complete.js'
import type { GlobalFlags } from '../../config/settings.js'
import type { Factory } from '../../factory.js'
import { printable } from '../../output/format.js'
import { addAll } from '../../plugins.js'

/**
 * For the shell scripts: a line with the kind of completion, then the candidates. Returns no candidates on any
 * error.
 */
export async function printCompletions(
  program: Command,
  factory: Factory,
  words: string[]
): Promise<void> {
  const candidates = await completeAll(program, factory, words)
    .then(() => complete(program, factory, words))
    .catch((): Candidates => [])
  const { stdout } = factory.streams
  if (candidates === 'files') return void stdout.write('files\n')
  const lines = candidates.map(([value, about]) => `${printable(value)}\t${printable(about)}`)
  stdout.write(['words', ...lines, ''].join('\n'))
}

/** Adds the commands of plugins if they may match, and applies the flags typed so far. */
async function completeAll(program: Command, factory: Factory, words: string[]): Promise<void> {
  // The empty word is the value that the last flag may still need.
  const [noun] = program.parseOptions([...words, '']).operands
  factory.flags = program.opts<GlobalFlags>()
  const isOurs = program.commands.some((command) => command.name() === noun)
  if (!isOurs) await addAll(program, factory)
}
