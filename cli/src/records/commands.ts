import type { Command } from 'commander'
import type { Factory } from '../factory.js'
import { recordNames } from '../completion/names.js'
import { examples } from '../help.js'
import type { RecordKind } from './kind.js'

// Commands do not depend on the row type of a kind. The module of each kind is typed.
type AnyKind = RecordKind<never>
type Load = () => Promise<AnyKind>

const AS_READ =
  '\nThe JSON has the form of the API. The output of "show --json" is accepted unchanged.'

interface Wording {
  /** `systems` */
  noun: string
  /** `an external system` */
  one: string
  /** The path for name completion. Defaults to a path below the integrations. */
  names?: string
}

/** Adds `show`, `update` and `delete`, which all kinds of records have. */
export function addRecordVerbs(
  command: Command,
  factory: Factory,
  { noun, one, names = `/api/integrations/${noun}` }: Wording,
  load: Load
): void {
  const named = () =>
    factory.suggest(
      command.createArgument('<name-or-id>', 'its name, or any part of its id'),
      recordNames(names)(factory)
    )
  const input = (verb: Command) =>
    verb.requiredOption('--input <file>', 'the JSON to send ("-" is standard input)')

  command
    .command('show')
    .description(`Show ${one}`)
    .addArgument(named())
    .addHelpText('after', examples(`crossdock ${noun} show "Harbour"`))
    .action(async (typed: string) => {
      const { showRecord } = await import('./verbs.js')
      await showRecord(factory, await load(), typed)
    })

  input(command.command('update'))
    .description(`Change ${one}; omitted fields keep their values`)
    .addArgument(named())
    .addHelpText('after', AS_READ)
    .addHelpText(
      'after',
      examples(
        `crossdock ${noun} update "Harbour" --input harbour.json`,
        `echo '{"isActive": false}' | crossdock ${noun} update "Harbour" --input -`
      )
    )
    .action(async (typed: string, options: { input: string }) => {
      const { updateRecord } = await import('./verbs.js')
      await updateRecord(factory, await load(), typed, options.input)
    })

  command
    .command('delete')
    .description(`Delete ${one}`)
    .addArgument(named())
    .option('--yes', 'do not ask')
    .addHelpText('after', examples(`crossdock ${noun} delete "Harbour" --yes`))
    .action(async (typed: string, options: { yes?: boolean }) => {
      const { deleteRecord } = await import('./verbs.js')
      await deleteRecord(factory, await load(), typed, options.yes ?? false)
    })
}

/** Adds `create`, whose path may need a lookup first. */
export function addCreate(
  command: Command,
  factory: Factory,
  { one }: Wording,
  load: Load,
  pathFor: (options: Record<string, string>) => Promise<string>
): Command {
  return command
    .command('create')
    .description(`Create ${one}`)
    .requiredOption('--input <file>', 'the JSON to send ("-" is standard input)')
    .addHelpText('after', AS_READ)
    .action(async (options: Record<string, string>) => {
      const { createRecord } = await import('./verbs.js')
      await createRecord(factory, await load(), await pathFor(options), options.input!)
    })
}
