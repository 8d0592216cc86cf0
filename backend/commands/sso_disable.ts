import { operatorSwitch } from '@crossdock/backend/sso'
import { args, BaseCommand } from '@adonisjs/core/ace'
import { workOnData } from './on_data.js'

/** The way back for a tenant whose identity provider lets nobody in any more. */
export default class SsoDisable extends BaseCommand {
  static override commandName = 'sso:disable'
  static override description =
    'Switch off the identity providers of a tenant; its people sign in by mail, also where they were to sign in by them only'
  static override help = [
    'On SQLite no server may be running meanwhile.',
    '  {{ binaryName }} sso:disable acme',
  ]

  @args.string({ description: 'The tenant, by id or subdomain' })
  declare tenant: string

  override run(): Promise<void> {
    return workOnData(this, SsoDisable.commandName, async () => {
      const names = await operatorSwitch.use().disable(this.tenant)
      return names.length > 0 ? `Switched off: ${names.join(', ')}.` : 'None was on.'
    })
  }
}
