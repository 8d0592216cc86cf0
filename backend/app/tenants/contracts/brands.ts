import { service } from '@crossdock/kernel/plugin'

/** What is drawn in one theme, and can be read there. */
export interface Look {
  /** Of buttons and the sign. */
  primary: string
  /** Of what is written on it. */
  onPrimary: string
  /** Of links, and of what has the focus. */
  accent: string
}

/** How an organization shows itself; what it has not chosen is null. */
export interface Brand {
  productName: string | null
  /** Path of its logo. */
  logo: string | null
  colors: { light: Look; dark: Look } | null
}

/** Organizations as they want to be seen. */
export interface Brands {
  /**
   * From memory. @param organization an id or a subdomain
   * @returns nothing chosen also for one that is closed or not there
   */
  of(organization: string): Promise<Brand>
  /** Domains that tenants have proven to be theirs, by their ids. */
  domainsOf(tenantIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export const brands = service<Brands>('tenants.brands')

/** The operator as they want to be seen: at every address that is no organization's. */
export interface OperatorBrand {
  /** From memory. */
  get(): Promise<Brand>
}

export const operatorBrand = service<OperatorBrand>('tenants.operatorBrand')
