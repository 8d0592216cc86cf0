import type { Command } from 'commander'
import type { Factory } from '../factory.js'
import { recordNames } from '../completion/names.js'
import { examples } from '../help.js'
import type { RecordKind } from './kind.js'

// What kind a verb works with does not matter here; each module of one says so for itself.
type AnyKind = RecordKind<never>
type Load = () => Promise<AnyKind>

const AS_READ =
  '\nThe JSON is what the API takes. A record may be sent back whole as "show --json" gives it.'

interface Wording {
  /** `systems` */
  noun: string
  /** `an external system` */
  one: string
  /** Where names are looked up while they are typed; below the integrations when left out. */
  names?: string
}

/** `show`, `update` and `delete`, which all records have alike. */
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
    .description(`Change ${one}; what the JSON does not name stays`)
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

/** `create`, where the path may have to be found first. */
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
