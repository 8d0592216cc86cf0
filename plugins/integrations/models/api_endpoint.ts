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

/** An operation of a description or a template, as it was when the endpoint was made of it. */
export interface EndpointOrigin {
  key: string
  /** Of the endpoint as it was made (`hashOf`): it tells whether a person has changed it since. */
  hash: string
  /** Names of the parameters that had to be given. */
  required: string[]
}

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

  /** Which operation of the system's origin it is; null where a person entered it. */
  @jsonColumn()
  declare origin: EndpointOrigin | null

  @instantColumn()
  declare updatedAt: string
}
