import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { SetProfileOptions } from './profile.js'

const HELP = `
Omitted options keep their values; "none" removes a name, the language or the time zone. A token with scopes has no profile.`

/** Adds the commands for the user's own profile. */
export function addSettings(program: Command, factory: Factory): void {
  const settings = program
    .command('settings')
    .description('Show and set your own profile: name, language, time zone, appearance')
  const load = () => import('./profile.js')

  settings
    .command('show', { isDefault: true })
    .description('Show your profile')
    .addHelpText('after', examples('crossdock settings', 'crossdock settings show'))
    .action(async () => (await load()).showProfile(factory))

  settings
    .command('set')
    .description('Change your profile')
    .option('--first-name <name>', 'your first name')
    .option('--last-name <name>', 'your last name')
    .option('--language <tag>', 'language of the console, such as "de"')
    .option('--time-zone <zone>', 'time zone of shown times, such as "Europe/Berlin"')
    .addOption(
      new Option('--appearance <look>', 'colors of the console').choices([
        'system',
        'light',
        'dark',
      ])
    )
    .addHelpText('after', HELP)
    .addHelpText(
      'after',
      examples(
        'crossdock settings set --first-name Ada --last-name Quay',
        'crossdock settings set --language de --time-zone Europe/Berlin',
        'crossdock settings set --time-zone none --appearance system'
      )
    )
    .action(async (options: SetProfileOptions) => (await load()).setProfile(factory, options))
}
