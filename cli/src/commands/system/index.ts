import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'

/** Adds the commands that show the state of the installation, for the super administrator. */
export function addSystem(program: Command, factory: Factory): void {
  const system = program
    .command('system')
    .description('Show the state of this installation (super administrator)')
  const load = () => import('./system.js')

  system
    .command('show', { isDefault: true })
    .description('Show health, versions, queue, storage, keys and plugins')
    .addHelpText(
      'after',
      examples('crossdock system', 'crossdock system show --query "encryption.keys"')
    )
    .action(async () => (await load()).showSystem(factory))

  system
    .command('mail-test')
    .description('Send yourself a test mail, and print the answer of the mail server')
    .addHelpText('after', examples('crossdock system mail-test'))
    .action(async () => (await load()).testMail(factory))
}
