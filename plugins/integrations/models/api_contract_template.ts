import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { ContractDefinition } from '../definitions/template.js'

/** A template for systems: of a tenant, or of the operator for everyone (`tenantId` null). */
export class ApiContractTemplate extends TenantModel {
  static override table = 'api_contract_templates'

  @column()
  declare name: string

  @column()
  declare description: string | null

  @column()
  declare category: string | null

  /** Name of the connector of systems made from the template. */
  @column()
  declare systemType: string

  @booleanColumn()
  declare isGlobal: boolean

  @jsonColumn()
  declare contractDefinition: ContractDefinition

  /** Has its own column, because lists do not read the definition. */
  @column()
  declare endpointCount: number

  @column()
  declare version: string

  @booleanColumn()
  declare isActive: boolean

  @instantColumn()
  declare updatedAt: string
}
