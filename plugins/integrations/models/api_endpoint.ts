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

/** The operation of a description or a template that the endpoint was created from. */
export interface EndpointOrigin {
  key: string
  /** Hash of the endpoint at its creation (`hashOf`). It shows whether a person has changed the endpoint since. */
  hash: string
  /** Names of the parameters that were required. */
  required: string[]
}

/** One operation of an external system. */
export class ApiEndpoint extends TenantModel {
  static override table = 'api_endpoints'

  /** The environment; it never changes. */
  @column()
  declare environmentId: string

  @column()
  declare systemId: string

  @column()
  declare name: string

  /** Relative to the system's base URL; may contain `{placeholders}`. */
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

  /** The operation from which it was created; null for a manually created endpoint. */
  @jsonColumn()
  declare origin: EndpointOrigin | null

  @instantColumn()
  declare updatedAt: string
}
