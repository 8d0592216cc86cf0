import { service } from '@crossdock/kernel/plugin'

/** The colors of one theme, chosen to be readable. */
export interface Look {
  /** For buttons and the logo mark. */
  primary: string
  /** For text on the primary color. */
  onPrimary: string
  /** For links and focus. */
  accent: string
}

/** The branding of an organization; null for what it has not chosen. */
export interface Brand {
  productName: string | null
  /** Path of the logo. */
  logo: string | null
  colors: { light: Look; dark: Look } | null
}

/** The branding of organizations. */
export interface Brands {
  /**
   * Returns the cached brand. An inactive or unknown organization has an empty brand.
   * @param organization an id or a subdomain
   */
  of(organization: string): Promise<Brand>
  /** Verified custom domains of tenants, by tenant id. */
  domainsOf(tenantIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export const brands = service<Brands>('tenants.brands')

/** The operator's branding, for every address that belongs to no organization. */
export interface OperatorBrand {
  /** Answers from the cache. */
  get(): Promise<Brand>
}

export const operatorBrand = service<OperatorBrand>('tenants.operatorBrand')
