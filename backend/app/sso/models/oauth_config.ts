import { column } from '@adonisjs/lucid/orm'
import { booleanColumn, instantColumn, jsonColumn } from '@crossdock/kernel/database'
import { TenantModel } from '@crossdock/kernel/tenancy'

/** Providers with a known issuer, and `oidc` for all others. */
export const providerKinds = ['oidc', 'google', 'microsoft'] as const

export type ProviderKind = (typeof providerKinds)[number]

/** People with this value in this claim get this role. */
export interface RoleRule {
  claim: string
  value: string
  role: string
}

/** The people a provider admits, and their roles. */
export interface SsoSettings {
  /** Only addresses of these domains are admitted. */
  allowedDomains: string[]
  /** Whether addresses are trusted when the provider does not say that it verified them. */
  trustsAddresses: boolean
  /** Claim with the address, by name or path. Older configurations leave it out and use `email`. */
  emailClaim?: string
  /** The first matching rule decides. */
  roleMapping: RoleRule[]
  /** The role when no rule matches. */
  defaultRole: string
  /** Whether rules apply at each sign-in, or only at the first. */
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

  /** Sealed; null for a client without a secret. */
  @column({ serializeAs: null })
  declare clientSecret: string | null

  @column({ columnName: 'tenant_id_oauth' })
  declare tenantIdOAuth: string | null

  @jsonColumn()
  declare settings: SsoSettings

  @booleanColumn()
  declare isActive: boolean

  /** When its current connection passed a test. */
  @instantColumn()
  declare testedAt: string | null

  /** When a person signed in with its current connection; a trial counts. */
  @instantColumn()
  declare provenAt: string | null

  @instantColumn()
  declare updatedAt: string
}
