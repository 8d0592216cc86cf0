import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { ContractDefinition } from '../templates/definition.js'

/** What systems are made from: of a tenant, or of the operator for everyone (`tenantId` null). */
export class ApiContractTemplate extends TenantModel {
  static override table = 'api_contract_templates'

  @column()
  declare name: string

  @column()
  declare description: string | null

  @column()
  declare category: string | null

  /** Name of the connector of its systems. */
  @column()
  declare systemType: string

  @booleanColumn()
  declare isGlobal: boolean

  @jsonColumn()
  declare contractDefinition: ContractDefinition

  /** Kept beside the definition, which lists do not read. */
  @column()
  declare endpointCount: number

  @column()
  declare version: string

  @booleanColumn()
  declare isActive: boolean

  @instantColumn()
  declare updatedAt: string
}
