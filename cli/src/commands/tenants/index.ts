import { Option, type Command } from 'commander'
import type { Factory } from '../../factory.js'
import { tenantNames } from '../../completion/names.js'
import { examples } from '../../help.js'
import type { SuspendTenantOptions, UpdateTenantOptions } from './change.js'
import type { CreateTenantOptions } from './create.js'

/** Adds the commands for tenants, for the super administrator. */
export function addTenants(program: Command, factory: Factory): void {
  const tenants = program
    .command('tenants')
    .description('Manage the tenants on the server (super administrator)')
  const tenant = () =>
    factory.suggest(
      tenants.createArgument('<tenant>', 'its subdomain, its name, or any part of its id'),
      tenantNames(factory)
    )

  tenants
    .command('list')
    .description('List all tenants')
    .addHelpText(
      'after',
      examples('crossdock tenants list', "crossdock tenants list --query '[].subdomain'")
    )
    .action(async () => {
      const { listTenants } = await import('./list.js')
      await listTenants(factory)
    })

  tenants
    .command('create')
    .description('Create a tenant and invite its first administrator')
    .option('--name <name>', "the organization's name")
    .option('--subdomain <subdomain>', 'lowercase letters, digits and hyphens, at least 3')
    .option('--admin-email <address>', 'address of its first administrator')
    .addHelpText(
      'after',
      examples(
        'crossdock tenants create --name "Acme Logistics" --subdomain acme --admin-email ada@acme.example'
      )
    )
    .action(async (options: CreateTenantOptions) => {
      const { createTenant } = await import('./create.js')
      await createTenant(factory, options)
    })

  tenants
    .command('show')
    .description('Show a tenant: its figures, its status and the reason for the status')
    .addArgument(tenant())
    .addHelpText('after', examples('crossdock tenants show acme'))
    .action(async (typed: string) => {
      const { showTenant } = await import('./show.js')
      await showTenant(factory, typed)
    })

  tenants
    .command('update')
    .description('Change the name, the subdomain or the plan of a tenant')
    .addArgument(tenant())
    .option('--name <name>', "the organization's name")
    .option('--subdomain <subdomain>', 'lowercase letters, digits and hyphens, at least 3')
    .addOption(
      new Option('--plan <plan>', 'the plan of the organization').choices([
        'standard',
        'enterprise',
        'none',
      ])
    )
    .addHelpText(
      'after',
      examples(
        'crossdock tenants update acme --name "Acme Logistics Ltd."',
        'crossdock tenants update acme --plan enterprise'
      )
    )
    .action(async (typed: string, options: UpdateTenantOptions) => {
      const { updateTenant } = await import('./change.js')
      await updateTenant(factory, typed, options)
    })

  tenants
    .command('suspend')
    .description('Suspend a tenant: its people lose access, and its work stops')
    .addArgument(tenant())
    .option('--reason <text>', 'reason, shown to everyone who sees the tenant')
    .option('--yes', 'do not ask')
    .addHelpText('after', examples('crossdock tenants suspend acme --reason "Unpaid" --yes'))
    .action(async (typed: string, options: SuspendTenantOptions) => {
      const { suspendTenant } = await import('./change.js')
      await suspendTenant(factory, typed, options)
    })

  tenants
    .command('reactivate')
    .description('Reactivate a suspended tenant; waiting work continues')
    .addArgument(tenant())
    .addHelpText('after', examples('crossdock tenants reactivate acme'))
    .action(async (typed: string) => {
      const { reactivateTenant } = await import('./change.js')
      await reactivateTenant(factory, typed)
    })

  tenants
    .command('delete')
    .description('Close a tenant, and delete all its data after the grace period')
    .addArgument(tenant())
    .option('--confirm <subdomain>', 'its subdomain, to prevent deletion by mistake')
    .addHelpText('after', examples('crossdock tenants delete acme --confirm acme'))
    .action(async (typed: string, options: { confirm?: string }) => {
      const { deleteTenant } = await import('./change.js')
      await deleteTenant(factory, typed, options)
    })

  tenants
    .command('restore')
    .description('Cancel the deletion of a tenant before its grace period ends')
    .addArgument(tenant())
    .addHelpText('after', examples('crossdock tenants restore acme'))
    .action(async (typed: string) => {
      const { restoreTenant } = await import('./change.js')
      await restoreTenant(factory, typed)
    })

  tenants
    .command('use')
    .description('Save a tenant in the profile as the default')
    .addArgument(
      factory.suggest(
        tenants.createArgument('[id-or-subdomain]', 'the tenant'),
        tenantNames(factory)
      )
    )
    .option('--none', 'clear it')
    .addHelpText('after', examples('crossdock tenants use acme', 'crossdock tenants use --none'))
    .action(async (typed: string | undefined, options: { none?: boolean }) => {
      const { useTenant } = await import('./use.js')
      await useTenant(factory, typed, options)
    })
}
