import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type {
  EndpointMethod,
  EndpointTrigger,
  EndpointType,
  FieldMapping,
  RequestSchema,
  ResponseSchema,
} from '../contracts/index.js'

/** One operation of an external system. */
export class ApiEndpoint extends TenantModel {
  static override table = 'api_endpoints'

  /** Where it works; rows stay there. */
  @column()
  declare environmentId: string

  @column()
  declare systemId: string

  @column()
  declare name: string

  /** Relative to the system's base URL; may hold `{placeholders}`. */
  @column()
  declare path: string

  @column()
  declare method: EndpointMethod

  @column()
  declare endpointType: EndpointType

  @jsonColumn()
  declare triggers: EndpointTrigger[]

  @jsonColumn()
  declare requestSchema: RequestSchema

  @jsonColumn()
  declare responseSchema: ResponseSchema

  @jsonColumn()
  declare fieldMapping: FieldMapping

  @booleanColumn()
  declare isActive: boolean

  @instantColumn()
  declare updatedAt: string
}
