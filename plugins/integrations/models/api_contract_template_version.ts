import { column } from '@adonisjs/lucid/orm'
import { jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { ContractDefinition } from '../definitions/template.js'

/** A former version of a template. */
export class ApiContractTemplateVersion extends TenantModel {
  static override table = 'api_contract_template_versions'

  @column()
  declare templateId: string

  @column()
  declare version: string

  @jsonColumn()
  declare contractDefinition: ContractDefinition
}
