import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { activityTypes, people } from '../../completion/names.js'
import { addListAndExport } from '../../output/list_and_export.js'
import type { ActivityOptions } from './filter.js'

/** Adds the commands of the activity feed. */
export function addActivity(program: Command, factory: Factory): void {
  const activity = program.command('activity').description('See what happened, and who did it')

  addListAndExport<ActivityOptions>(activity, factory, {
    filtered: (command) => addFilterFlags(command, factory),
    list: {
      description: 'List what happened, newest first',
      examples: [
        'crossdock activity list --since 24h',
        'crossdock activity list --user ada@acme.example --type file_delete',
        'crossdock activity list --target 0192f0c1-7a3e-7d34-9c55-3f1d8f0b2a11',
      ],
      load: async () => (await import('./list.js')).listActivity,
    },
    export: {
      description: 'Print what happened as CSV, or save it',
      note: 'An export contains at most 50,000 entries. Its last line says when there are more.',
      examples: [
        'crossdock activity export --since 2027-01-01 --until 2027-02-01 --output january.csv',
        'crossdock activity export --search "invoice" > invoices.csv',
      ],
      load: async () => (await import('./export.js')).exportActivity,
    },
  })
}

/** Adds the flags that filter a list and an export. */
function addFilterFlags(command: Command, factory: Factory): Command {
  return command
    .addOption(
      factory.suggest(
        command.createOption('--user <email-or-id>', 'only what this person did'),
        people(factory)
      )
    )
    .addOption(
      factory.suggest(
        command.createOption('--type <name>', 'only this kind of event, such as "file_upload"'),
        activityTypes(factory)
      )
    )
    .option('--target-type <type>', 'only entries about this kind of resource, such as "asset"')
    .option('--target <id>', 'only entries about the resource with this id')
    .option('--since <time>', 'only later ones: a time, or how long ago (24h, 7d)')
    .option('--until <time>', 'only earlier ones: a time, or how long ago')
    .option('--search <text>', 'part of the text of an entry')
}
