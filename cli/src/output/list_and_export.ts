import type { Command } from 'commander'
import type { Factory } from '../factory.js'
import { examples } from '../help.js'
import type { SaveOptions } from './export.js'

type Run<Options> = (factory: Factory, options: Options) => Promise<void>

interface Verb<Options> {
  description: string
  examples: readonly string[]
  load: () => Promise<Run<Options>>
}

interface ListAndExport<Filter> {
  /** Adds the flags that filter both commands. */
  filtered: (command: Command) => Command
  list: Verb<Filter & { limit: string }>
  export: Verb<Filter & SaveOptions> & {
    /** Adds further flags. */
    flags?: (command: Command) => Command
    /** A paragraph below the flags. */
    note?: string
  }
}

/** Adds the commands `list` and `export` of a log. */
export function addListAndExport<Filter>(
  log: Command,
  factory: Factory,
  { filtered, list, export: saved }: ListAndExport<Filter>
): void {
  filtered(log.command('list'))
    .description(list.description)
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText('after', examples(...list.examples))
    .action(async (options: Filter & { limit: string }) => (await list.load())(factory, options))

  const command = filtered(log.command('export')).description(saved.description)
  saved.flags?.(command)
  command
    .option('--output <file>', 'write to this file')
    .option('--force', 'replace the file if it exists')
  if (saved.note) command.addHelpText('after', `\n${saved.note}`)
  command
    .addHelpText('after', examples(...saved.examples))
    .action(async (options: Filter & SaveOptions) => (await saved.load())(factory, options))
}
