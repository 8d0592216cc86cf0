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
values unchanged. Rows with errors are listed and skipped; then the command exits with 6.`

/** Adds the commands for the people of an organization. */
export function addUsers(program: Command, factory: Factory): void {
  const users = program.command('users').description('Manage people')
  const status = () => new Option('--status <status>', 'only these').choices(STATUSES)
  const who = () => factory.suggest(users.createArgument('<user>', WHO), userNames(factory))

  users
    .command('list')
    .description('List people')
    .addOption(status())
    .option('--role <role>', 'only those with this role')
    .option('--without-second-factor', 'only people without a passkey')
    .option('--search <text>', 'part of a name or an address')
    .option(
      '--after <time>',
      'only people whose last sign-in is later: a time, or how long ago (24h, 7d)'
    )
    .option('--before <time>', 'only people whose last sign-in is earlier: a time, or how long ago')
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
    .argument('<address...>', 'up to 100 e-mail addresses')
    .option('--role <role>', 'their role (default: "user")')
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
    .description('Send another invitation to a person who never signed in')
    .addArgument(who())
    .addHelpText('after', examples('crossdock users resend ada@acme.example'))
    .action(async (typed: string) => {
      const { resendInvitation } = await import('./change.js')
      await resendInvitation(factory, typed)
    })

  users
    .command('role')
    .description('Change the role of a person')
    .addArgument(who())
    .argument('<role>', 'admin, editor, viewer, user, or a custom role of the organization')
    .addHelpText('after', examples('crossdock users role ada@acme.example editor'))
    .action(async (typed: string, role: string) => {
      const { changeRole } = await import('./change.js')
      await changeRole(factory, typed, role)
    })

  users
    .command('deactivate')
    .description('Deactivate a person: sessions and API tokens end immediately')
    .addArgument(who())
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock users deactivate ada@acme.example --yes'))
    .action(async (typed: string, options: { yes?: boolean }) => {
      const { deactivateUser } = await import('./change.js')
      await deactivateUser(factory, typed, options)
    })

  users
    .command('reactivate')
    .description('Reactivate a person')
    .addArgument(who())
    .addHelpText('after', examples('crossdock users reactivate ada@acme.example'))
    .action(async (typed: string) => {
      const { reactivateUser } = await import('./change.js')
      await reactivateUser(factory, typed)
    })

  users
    .command('delete')
    .description('Delete a person; their belongings go to a successor')
    .addArgument(who())
    .addOption(
      factory.suggest(
        users.createOption('--successor <user>', `person who gets their belongings: ${WHO}`),
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
    .description('Add and change people from a CSV file')
    .argument('<file>', 'at most 16 MiB and 100,000 people')
    .option('--dry-run', 'only print the planned change of each row')
    .option('--invite', 'mail an invitation to new people, within the invitation limits')
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
    .description('Export people as CSV, sorted by address')
    .option('--output <file>', 'file to write to ("-" is standard output)', '-')
    .option('--force', 'replace the file if it exists')
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
