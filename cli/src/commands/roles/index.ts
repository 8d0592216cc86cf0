import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { peopleAddresses, permissions, allPermissions, roleKeys } from '../../completion/names.js'
import { examples } from '../../help.js'
import type { CreateRoleOptions } from './create.js'
import type { DeleteRoleOptions } from './delete.js'
import type { EditRoleOptions } from './edit.js'
import type { WhyOptions } from './why.js'

const CREATE_HELP = `
You can grant permissions that you have; "crossdock whoami --query permissions" lists them. With --from the new role starts with the
permissions of another one. Its key is derived from its name and never changes.`

const append = (value: string, before: string[] = []) => [...before, value]

/** Adds the commands for roles, which define what people may do. */
export function addRoles(program: Command, factory: Factory): void {
  const roles = program.command('roles').description('List, create and change roles')
  const role = (name = '<role>') =>
    factory.suggest(
      roles.createArgument(name, 'its key, its name, or any part of its id'),
      roleKeys(factory)
    )
  const permission = (flags: string, about: string, suggestions = permissions) =>
    factory.suggest(roles.createOption(flags, about).argParser(append), suggestions(factory))

  roles
    .command('list')
    .description('List the roles, with the number of people who have each')
    .addHelpText(
      'after',
      examples('crossdock roles list', "crossdock roles list --query '[?!isBuiltIn].key'")
    )
    .action(async () => {
      const { listRoles } = await import('./list.js')
      await listRoles(factory)
    })

  roles
    .command('show')
    .description('Show a role and its permissions')
    .addArgument(role())
    .addHelpText('after', examples('crossdock roles show editor'))
    .action(async (typed: string) => {
      const { showRole } = await import('./show.js')
      await showRole(factory, typed)
    })

  roles
    .command('create')
    .description('Create a role')
    .option('--name <name>', 'name shown to people')
    .option('--description <text>', 'purpose of the role')
    .addOption(
      permission(
        '--permission <permission>',
        'a permission of the role; may be given several times'
      )
    )
    .addOption(
      factory.suggest(
        roles.createOption('--from <role>', 'start with the permissions of this role'),
        roleKeys(factory)
      )
    )
    .addHelpText('after', CREATE_HELP)
    .addHelpText(
      'after',
      examples(
        'crossdock roles create --name "Quay auditor" --permission assets.read --permission flows.read',
        'crossdock roles create --name "Night shift" --from editor'
      )
    )
    .action(async (options: CreateRoleOptions) => {
      const { createRole } = await import('./create.js')
      await createRole(factory, options)
    })

  roles
    .command('edit')
    .description('Change a role; changes apply immediately to everyone who has it')
    .addArgument(role())
    .option('--name <name>', 'new name; its key stays the same')
    .option('--description <text>', 'purpose of the role; "" removes it')
    .addOption(permission('--add <permission>', 'permission to add; may be given several times'))
    .addOption(
      permission(
        '--remove <permission>',
        'permission to remove; may be given several times',
        allPermissions
      )
    )
    .addHelpText(
      'after',
      examples('crossdock roles edit quay-auditor --add activity.read --remove flows.read')
    )
    .action(async (typed: string, options: EditRoleOptions) => {
      const { editRole } = await import('./edit.js')
      await editRole(factory, typed, options)
    })

  roles
    .command('delete')
    .description('Delete a role; people who have it get another one')
    .addArgument(role())
    .addOption(
      factory.suggest(
        roles.createOption('--replacement <role>', 'role for the people who have the deleted one'),
        roleKeys(factory)
      )
    )
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      examples('crossdock roles delete quay-auditor --replacement viewer --yes')
    )
    .action(async (typed: string, options: DeleteRoleOptions) => {
      const { deleteRole } = await import('./delete.js')
      await deleteRole(factory, typed, options)
    })

  roles
    .command('why')
    .description('Show why a person has a permission, and which roles grant the others')
    .addArgument(
      factory.suggest(
        roles.createArgument('<person>', 'an address, or any part of an id'),
        peopleAddresses(factory)
      )
    )
    .addOption(
      factory.suggest(
        roles.createOption('--permission <permission>', 'only this permission'),
        allPermissions(factory)
      )
    )
    .addHelpText(
      'after',
      examples('crossdock roles why ada@acme.example --permission assets.write')
    )
    .action(async (typed: string, options: WhyOptions) => {
      const { explainPermissions } = await import('./why.js')
      await explainPermissions(factory, typed, options)
    })
}
