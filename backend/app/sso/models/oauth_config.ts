import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'
import type { ProviderKind } from '../provider/kinds.js'

/** Who has this value in this claim of the provider's gets this role. */
export interface RoleRule {
  claim: string
  value: string
  role: string
}

/** Whom a provider lets in, and as what. */
export interface SsoSettings {
  /** Addresses of these domains only. */
  allowedDomains: string[]
  /** Whether what the provider says of addresses is believed where it does not say that it has verified them. */
  trustsAddresses: boolean
  /** Claim that holds the address, by name or path; left out by those set up before there was a choice: `email`. */
  emailClaim?: string
  /** The first that fits decides. */
  roleMapping: RoleRule[]
  /** Of those whom no rule fits. */
  defaultRole: string
  /** Whether rules give a role at each sign-in, or only to people who come for the first time. */
  mapsAtEachSignIn: boolean
}

/** An identity provider of a tenant. */
export class OauthConfig extends TenantModel {
  static override table = 'oauth_configs'

  @column()
  declare name: string

  @column()
  declare provider: ProviderKind

  @column()
  declare issuer: string

  @column()
  declare clientId: string

  /** Sealed; null for a client that has none. */
  @column({ serializeAs: null })
  declare clientSecret: string | null

  @column({ columnName: 'tenant_id_oauth' })
  declare tenantIdOAuth: string | null

  @jsonColumn()
  declare settings: SsoSettings

  @booleanColumn()
  declare isActive: boolean

  /** When its connection was tested with success, as it is set up now. */
  @instantColumn()
  declare testedAt: string | null

  /** When a person signed in with it with its current connection; a trial counts. */
  @instantColumn()
  declare provenAt: string | null

  @instantColumn()
  declare updatedAt: string
}
