import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { userNames } from '../../completion/names.js'
import { examples } from '../../help.js'
import type { DeleteUserOptions } from './delete.js'
import type { ExportUsersOptions } from './export.js'
import type { ImportUsersOptions } from './import.js'
import type { ListUsersOptions } from './list.js'

const STATUSES = ['active', 'pending', 'inactive']
const WHO = 'their address, or any part of their id'

const IMPORT_HELP = `
The first line names the columns: email, firstName, lastName, role, isActive. Empty cells leave
things as they are. Rows with errors are named and left out; then the command ends with 6.`

/** The people of an organization. */
export function addUsers(program: Command, factory: Factory): void {
  const users = program.command('users').description('See, invite and change the people')
  const status = () => new Option('--status <status>', 'only these').choices(STATUSES)
  const who = () => factory.suggest(users.createArgument('<user>', WHO), userNames(factory))

  users
    .command('list')
    .description('List people')
    .addOption(status())
    .option('--role <role>', 'only those with this role')
    .option('--without-second-factor', 'only those who have no passkey')
    .option('--search <text>', 'part of a name or an address')
    .option('--after <time>', 'only who signed in later last: a time, or how long ago (24h, 7d)')
    .option('--before <time>', 'only who signed in earlier last: a time, or how long ago')
    .option('--limit <count>', 'how many at most', '50')
    .addHelpText(
      'after',
      examples(
        'crossdock users list --status pending',
        "crossdock users list --before 90d --query '[].email'"
      )
    )
    .action(async (options: ListUsersOptions) => {
      const { listUsers } = await import('./list.js')
      await listUsers(factory, options)
    })

  users
    .command('invite')
    .description('Invite people by mail')
    .argument('<address...>', 'one or several, at most 100')
    .option('--role <role>', 'what they may do (default: "user")')
    .addHelpText(
      'after',
      examples('crossdock users invite ada@acme.example rey@acme.example --role editor')
    )
    .action(async (emails: string[], options: { role?: string }) => {
      const { inviteUsers } = await import('./invite.js')
      await inviteUsers(factory, emails, options)
    })

  users
    .command('resend')
    .description('Invite somebody who never signed in once more')
    .addArgument(who())
    .addHelpText('after', examples('crossdock users resend ada@acme.example'))
    .action(async (typed: string) => {
      const { resendInvitation } = await import('./change.js')
      await resendInvitation(factory, typed)
    })

  users
    .command('role')
    .description('Give somebody another role')
    .addArgument(who())
    .argument('<role>', "admin, editor, viewer, user, or one of the organization's own")
    .addHelpText('after', examples('crossdock users role ada@acme.example editor'))
    .action(async (typed: string, role: string) => {
      const { changeRole } = await import('./change.js')
      await changeRole(factory, typed, role)
    })

  users
    .command('deactivate')
    .description('Let somebody in no more: sessions and API tokens end at once')
    .addArgument(who())
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock users deactivate ada@acme.example --yes'))
    .action(async (typed: string, options: { yes?: boolean }) => {
      const { deactivateUser } = await import('./change.js')
      await deactivateUser(factory, typed, options)
    })

  users
    .command('reactivate')
    .description('Let somebody in again')
    .addArgument(who())
    .addHelpText('after', examples('crossdock users reactivate ada@acme.example'))
    .action(async (typed: string) => {
      const { reactivateUser } = await import('./change.js')
      await reactivateUser(factory, typed)
    })

  users
    .command('delete')
    .description('Delete somebody; what they own goes to somebody else')
    .addArgument(who())
    .addOption(
      factory.suggest(
        users.createOption('--successor <user>', `who gets what they own: ${WHO}`),
        userNames(factory)
      )
    )
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      examples('crossdock users delete ada@acme.example --successor rey@acme.example --yes')
    )
    .action(async (typed: string, options: DeleteUserOptions) => {
      const { deleteUser } = await import('./delete.js')
      await deleteUser(factory, typed, options)
    })

  users
    .command('import')
    .description('Add and change people by a CSV file')
    .argument('<file>', 'at most 16 MiB and 100,000 people')
    .option('--dry-run', 'only tell what each row would do')
    .option('--invite', 'mail an invitation to who is new, within the limits of inviting')
    .option('--yes', 'do not ask')
    .addHelpText('after', IMPORT_HELP)
    .addHelpText(
      'after',
      examples(
        'crossdock users import people.csv --dry-run',
        'crossdock users import people.csv --invite --yes'
      )
    )
    .action(async (file: string, options: ImportUsersOptions) => {
      const { importUsers } = await import('./import.js')
      await importUsers(factory, file, options)
    })

  users
    .command('export')
    .description('Write people as CSV, by address')
    .option('--output <file>', 'where to; "-" is standard output', '-')
    .option('--force', 'replace a file that is there')
    .addOption(status())
    .option('--role <role>', 'only those with this role')
    .option('--search <text>', 'part of a name or an address')
    .addHelpText(
      'after',
      examples(
        'crossdock users export > people.csv',
        'crossdock users export --status inactive --output gone.csv'
      )
    )
    .action(async (options: ExportUsersOptions) => {
      const { exportUsers } = await import('./export.js')
      await exportUsers(factory, options)
    })
}
