import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import {
  peopleAddresses,
  permissions,
  permissionsThereAre,
  roleKeys,
} from '../../completion/names.js'
import { examples } from '../../help.js'
import type { CreateRoleOptions } from './create.js'
import type { DeleteRoleOptions } from './delete.js'
import type { EditRoleOptions } from './edit.js'
import type { WhyOptions } from './why.js'

const CREATE_HELP = `
You can give what you hold yourself; "crossdock whoami --query permissions" lists it. With --from the new role begins with what
another one holds. Its key is made from its name, and stays.`

const all = (value: string, before: string[] = []) => [...before, value]

/** What people may do, by the role they hold. */
export function addRoles(program: Command, factory: Factory): void {
  const roles = program.command('roles').description('See, make and change roles')
  const role = (name = '<role>') =>
    factory.suggest(
      roles.createArgument(name, 'its key, its name, or any part of its id'),
      roleKeys(factory)
    )
  const permission = (flags: string, about: string, suggestions = permissions) =>
    factory.suggest(roles.createOption(flags, about).argParser(all), suggestions(factory))

  roles
    .command('list')
    .description('List the roles, with how many people hold each')
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
    .description('Show a role and every permission it holds')
    .addArgument(role())
    .addHelpText('after', examples('crossdock roles show editor'))
    .action(async (typed: string) => {
      const { showRole } = await import('./show.js')
      await showRole(factory, typed)
    })

  roles
    .command('create')
    .description('Make a role')
    .option('--name <name>', 'what people call it')
    .option('--description <text>', 'what it is for')
    .addOption(
      permission('--permission <permission>', 'what it may do; may be given several times')
    )
    .addOption(
      factory.suggest(
        roles.createOption('--from <role>', 'begin with what this role holds'),
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
    .description('Change a role; it holds at once for everybody who has it')
    .addArgument(role())
    .option('--name <name>', 'call it so; its key stays')
    .option('--description <text>', 'what it is for; "" takes it away')
    .addOption(permission('--add <permission>', 'let it do this, too; may be given several times'))
    .addOption(
      permission(
        '--remove <permission>',
        'let it do this no more; may be given several times',
        permissionsThereAre
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
    .description('Delete a role; who holds it gets another one')
    .addArgument(role())
    .addOption(
      factory.suggest(
        roles.createOption('--replacement <role>', 'the role its holders get instead'),
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
    .description('Say why a person may do something, and what it would take for the rest')
    .addArgument(
      factory.suggest(
        roles.createArgument('<person>', 'an address, or any part of an id'),
        peopleAddresses(factory)
      )
    )
    .addOption(
      factory.suggest(
        roles.createOption('--permission <permission>', 'only this one'),
        permissionsThereAre(factory)
      )
    )
    .addHelpText(
      'after',
      examples('crossdock roles why ada@acme.example --permission assets.write')
    )
    .action(async (typed: string, options: WhyOptions) => {
      const { whyPerson } = await import('./why.js')
      await whyPerson(factory, typed, options)
    })
}
