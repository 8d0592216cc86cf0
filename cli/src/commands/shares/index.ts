import { Option, type Command } from 'commander'
import { shareNames } from '../../completion/names.js'
import type { Factory } from '../../factory.js'
import { examples } from '../../help.js'
import type { ListSharesOptions } from './list.js'

const STATUSES = ['active', 'expired', 'used_up', 'revoked']

/** Adds the commands for links to files and folders. "crossdock assets share" creates them. */
export function addShares(program: Command, factory: Factory): void {
  const shares = program.command('shares').description('List and revoke links to files and folders')

  shares
    .command('list')
    .description('List active links, or those that match the options')
    .option('--all', 'include revoked, expired and used up links')
    .addOption(new Option('--status <status>', 'only these').choices(STATUSES).conflicts('all'))
    .option('--asset <path-or-id>', 'only links to this file or folder')
    .addHelpText(
      'after',
      examples('crossdock shares list', 'crossdock shares list --asset /Plans --all')
    )
    .action(async (options: ListSharesOptions) => {
      const { listShares } = await import('./list.js')
      await listShares(factory, options)
    })

  shares
    .command('revoke')
    .description('Revoke a link: it stops working immediately and permanently')
    .addArgument(
      factory.suggest(
        shares.createArgument('<name-or-id>', 'its name, or any part of its id'),
        shareNames(factory)
      )
    )
    .addHelpText('after', examples('crossdock shares revoke "Plans for Harbour"'))
    .action(async (typed: string) => {
      const { revokeShare } = await import('./revoke.js')
      await revokeShare(factory, typed)
    })
}
