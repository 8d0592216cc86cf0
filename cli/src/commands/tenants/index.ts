import type { Command } from 'commander'
import type { Factory } from '../../factory.js'
import { tenantNames } from '../../completion/names.js'
import { examples } from '../../help.js'
import type { CreateTenantOptions } from './create.js'

/** Organizations on this server; for the super administrator. */
export function addTenants(program: Command, factory: Factory): void {
  const tenants = program
    .command('tenants')
    .description('Manage the organizations on the server (super administrator)')

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
    .option('--admin-email <address>', 'who administers it')
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
    .command('use')
    .description('Keep a tenant in the profile, to act in unless told otherwise')
    .addArgument(
      factory.suggest(
        tenants.createArgument('[id-or-subdomain]', 'the tenant'),
        tenantNames(factory)
      )
    )
    .option('--none', 'keep none')
    .addHelpText('after', examples('crossdock tenants use acme', 'crossdock tenants use --none'))
    .action(async (typed: string | undefined, options: { none?: boolean }) => {
      const { useTenant } = await import('./use.js')
      await useTenant(factory, typed, options)
    })
}
