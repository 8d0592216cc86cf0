import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'

/** How the installation is, for the super administrator. */
export function addSystem(program: Command, factory: Factory): void {
  const system = program
    .command('system')
    .description('See how this installation is (super administrator)')
  const load = () => import('./system.js')

  system
    .command('show', { isDefault: true })
    .description('Health, versions, queue, storage, keys and plugins')
    .addHelpText(
      'after',
      examples('crossdock system', 'crossdock system show --query "encryption.keys"')
    )
    .action(async () => (await load()).showSystem(factory))

  system
    .command('mail-test')
    .description('Send yourself a mail, and print what the mail server says')
    .addHelpText('after', examples('crossdock system mail-test'))
    .action(async () => (await load()).testMail(factory))
}
