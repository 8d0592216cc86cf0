import { Option, type Argument, type Command } from 'commander'
import { recordNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { ListConflictsOptions, ResolveOptions } from './conflicts.js'
import type { ContractVerb, ListContractsOptions } from './contracts.js'
import type { SaveOptions } from '../../output/export.js'
import type { CreateOptions } from './create.js'

const CONFLICTS = ['local_wins', 'remote_wins', 'timestamp', 'manual']
const KEEPS = ['source', 'target', 'both', 'merged']
const ENDS = `
An endpoint is a folder of a desktop agent (agent=NAME:/path; without a name the only agent), a folder of an external system
(system=NAME:/path), or an asset folder (assets:/Folder).`

/** Adds the commands for sync contracts, which keep two folders equal. */
export function addSync(program: Command, factory: Factory): void {
  const sync = program.command('sync').description('Keep folders equal, and show their state')
  const load = () => import('./contracts.js')
  const loadRuns = () => import('./runs.js')
  const named = () =>
    factory.suggest(
      sync.createArgument('<name-or-id>', 'its name, or any part of its id'),
      recordNames('/api/sync-contracts')(factory)
    )

  sync
    .command('list')
    .description('List sync contracts')
    .option('--search <text>', 'part of the name')
    .option('--active', 'only those that are not paused')
    .option('--attention', 'only those that need attention')
    .addHelpText('after', examples('crossdock sync list --attention'))
    .action(async (options: ListContractsOptions) => (await load()).listContracts(factory, options))

  sync
    .command('show')
    .description('Show a sync contract and its state')
    .addArgument(named())
    .addHelpText('after', examples('crossdock sync show Labels'))
    .action(async (typed: string) => (await load()).showContract(factory, typed))

  addCreate(sync, factory)

  sync
    .command('run')
    .description('Sync now')
    .addArgument(named())
    .option('--watch', 'follow the run; exits with 1 unless everything is done')
    .addHelpText('after', examples('crossdock sync run Labels --watch'))
    .action(async (typed: string, options: { watch?: boolean }) =>
      (await loadRuns()).runContract(factory, typed, options)
    )

  sync
    .command('plan')
    .description('Show what a run would do, without running it')
    .addArgument(named())
    .option('--limit <count>', 'how many steps to show at most', '50')
    .addHelpText('after', '\nExits with 1 when a run would stop and ask.')
    .addHelpText('after', examples('crossdock sync plan Labels'))
    .action(async (typed: string, options: { limit: string }) =>
      (await loadRuns()).planContract(factory, typed, options)
    )

  sync
    .command('watch')
    .description('Follow the current run until it ends')
    .addArgument(named())
    .addHelpText('after', '\nExits with 1 unless everything is done.')
    .addHelpText('after', examples('crossdock sync watch Labels'))
    .action(async (typed: string) => (await loadRuns()).watchContract(factory, typed))

  const change = (verb: ContractVerb, description: string) =>
    sync
      .command(verb)
      .description(description)
      .addArgument(named())
      .addHelpText('after', examples(`crossdock sync ${verb} Labels`))
      .action(async (typed: string) => (await load()).changeContract(factory, verb, typed))

  change('pause', 'Pause syncing until it is resumed')
  change('resume', 'Sync again after a pause')
  change('stop', 'Stop the current run')

  sync
    .command('release')
    .description('Continue a run that stopped before many deletions or changes')
    .addArgument(named())
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock sync plan Labels', 'crossdock sync release Labels'))
    .action(async (typed: string, { yes = false }: { yes?: boolean }) =>
      (await loadRuns()).releaseContract(factory, typed, yes)
    )

  sync
    .command('explain')
    .description('Explain why a file is or is not in sync')
    .addArgument(named())
    .argument('<path>', 'path below the synced folder, such as Plans/2026/a.pdf')
    .addHelpText('after', examples('crossdock sync explain Labels Plans/2026/a.pdf'))
    .action(async (typed: string, path: string) =>
      (await loadRuns()).explainPath(factory, typed, path)
    )

  sync
    .command('delete')
    .description('Delete a sync contract; the files on both sides stay')
    .addArgument(named())
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock sync delete Labels --yes'))
    .action(async (typed: string, { yes = false }: { yes?: boolean }) => {
      const { deleteRecord } = await import('../../records/verbs.js')
      const { contractKind } = await import('./kind.js')
      await deleteRecord(factory, contractKind, typed, yes)
    })

  addConflicts(sync, factory)
  addKept(sync, factory, named)
}

function addCreate(sync: Command, factory: Factory): void {
  const append = (value: string, before: string[] = []) => [...before, value]
  sync
    .command('create')
    .description('Create a sync contract; a terminal asks for missing values')
    .argument('[name]', 'its name')
    .option('--source <end>', 'one end')
    .option('--target <end>', 'the other endpoint')
    .option('--description <text>', 'purpose of the contract')
    .option('--one-way', 'change the target only (default: both sides)')
    .option('--keep-deleted', 'do not sync deletions')
    .addOption(
      new Option(
        '--conflicts <option>',
        'strategy when both sides changed (default: timestamp)'
      ).choices(CONFLICTS)
    )
    .option('--types <endings>', 'only files of these types, such as pdf,docx')
    .option(
      '--exclude <pattern>',
      'skip matching files, such as *.tmp or /build/; may be given several times',
      append
    )
    .option(
      '--folder <path>',
      'only this folder below both endpoints; may be given several times',
      append
    )
    .option('--cron <times>', 'sync at these times, such as "0 6 * * 1-5" (default: continuously)')
    .option('--timezone <zone>', 'time zone of --cron (default: UTC)')
    .option('--manual', 'sync only on request')
    .option(
      '--max-deletions <count>',
      'stop and ask before deleting or replacing more files than this (default: 50, and 10% of all)'
    )
    .option('--input <file>', 'the JSON to send instead ("-" is standard input)')
    .addHelpText('after', ENDS)
    .addHelpText(
      'after',
      examples(
        'crossdock sync create Labels --source "agent=Packing desk:/srv/labels" --target assets:/Labels',
        'crossdock sync create Orders --source system=Quay:/out --target assets:/Orders --one-way',
        'crossdock sync create --input contract.json'
      )
    )
    .action(async (name: string | undefined, options: CreateOptions) =>
      (await import('./create.js')).createContract(factory, name, options)
    )
}

function addKept(sync: Command, factory: Factory, named: () => Argument): void {
  const kept = sync
    .command('kept')
    .description('List and restore versions that sync replaced or deleted in the last 30 days')
  const load = () => import('./kept.js')
  const version = ['<version>', 'its id, any part of the id, or the path'] as const

  kept
    .command('list')
    .description('List kept versions, newest first')
    .addArgument(named())
    .option('--search <text>', 'part of the path')
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText('after', examples('crossdock sync kept list Labels'))
    .action(async (typed: string, options: { search?: string; limit: string }) =>
      (await load()).listKept(factory, typed, options)
    )

  kept
    .command('get')
    .description('Print a kept version, or save it')
    .addArgument(named())
    .argument(...version)
    .option('-o, --output <file>', 'where to save it')
    .option('--force', 'replace the file if it exists')
    .addHelpText('after', examples('crossdock sync kept get Labels 3f1c8a52 --output old.pdf'))
    .action(async (typed: string, which: string, options: SaveOptions) =>
      (await load()).getKept(factory, typed, which, options)
    )

  kept
    .command('restore')
    .description('Restore a kept version into the asset folder of the contract')
    .addArgument(named())
    .argument(...version)
    .addHelpText('after', examples('crossdock sync kept restore Labels 3f1c8a52'))
    .action(async (typed: string, which: string) =>
      (await load()).restoreKept(factory, typed, which)
    )
}

function addConflicts(sync: Command, factory: Factory): void {
  const conflicts = sync
    .command('conflicts')
    .description('List and resolve files that both sides changed')
  const load = () => import('./conflicts.js')

  conflicts
    .command('list')
    .description('List open conflicts, newest first')
    .addOption(
      factory.suggest(
        new Option('--contract <name-or-id>', 'only of this contract'),
        recordNames('/api/sync-contracts')(factory)
      )
    )
    .option('--all', 'include resolved conflicts')
    .option('--search <text>', 'part of the path')
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText('after', examples('crossdock sync conflicts list --contract Labels'))
    .action(async (options: ListConflictsOptions) => (await load()).listConflicts(factory, options))

  conflicts
    .command('resolve')
    .description('Choose which version is kept')
    .argument('<id>', 'its id, any part of the id, or the path')
    .addOption(new Option('--keep <version>', 'which one').choices(KEEPS))
    .option('--file <path>', 'a file with the merged text ("-" is standard input)')
    .addHelpText(
      'after',
      examples(
        'crossdock sync conflicts resolve 3f1c8a52 --keep source',
        'crossdock sync conflicts resolve notes.txt --keep merged --file notes.txt'
      )
    )
    .action(async (typed: string, options: ResolveOptions) =>
      (await load()).resolveConflict(factory, typed, options)
    )
}
