import { operatorSwitch } from '@crossdock/backend/sso'
import { args, BaseCommand } from '@adonisjs/core/ace'
import { workOnData } from './on_data.js'

/** Recovery for a tenant whose identity provider no longer works. */
export default class SsoDisable extends BaseCommand {
  static override commandName = 'sso:disable'
  static override description =
    'Disable the identity providers of a tenant; its people sign in by mail, even if single sign-on was required'
  static override help = [
    'On SQLite no server may be running at the same time.',
    '  {{ binaryName }} sso:disable acme',
  ]

  @args.string({ description: 'The tenant, by id or subdomain' })
  declare tenant: string

  override run(): Promise<void> {
    return workOnData(this, SsoDisable.commandName, async () => {
      const names = await operatorSwitch.use().disable(this.tenant)
      return names.length > 0
        ? `Disabled: ${names.join(', ')}.`
        : 'No identity provider was enabled.'
    })
  }
}
