import { service } from '@crossdock/kernel/plugin'

/** A user as sign-in and permission checks need to know them. */
export interface Account {
  id: string
  /** null for a super administrator. */
  tenantId: string | null
  tenantName: string | null
  tenantSubdomain: string | null
  email: string
  firstName: string | null
  lastName: string | null
  role: string
  lastLoginAt: string | null
  createdAt: string
  /** Full name, else the address. */
  label: string
  isSuperAdmin: boolean
  /** false for a deactivated user and for everybody in a tenant that is not active. */
  mayEnter: boolean
  /** Who requires a second factor of them. */
  secondFactorRequiredBy: 'operator' | 'tenant' | null
  /** Whether their address is none of those their organization allows: they sign in no more. */
  isOutside: boolean
  /** Whether they come in by an identity provider of their organization alone. */
  ssoOnly: boolean
  /** Hours a session of theirs lasts at the most; null: as long as sessions last anyway. */
  sessionHours: number | null
}

/** Who people are, across tenants. Every call works from any context, also inside a transaction. */
export interface Accounts {
  find(userId: string): Promise<Account | null>
  /** As `find`, from memory as long as the log tells of no change; what was changed by hand within 3 seconds. */
  known(userId: string): Promise<Account | null>
  /**
   * The organization a person means (subdomain, id or exact name; empty: none, for super
   * administrators) and their account there. Both are null when there is no such thing.
   */
  resolve(
    email: string,
    organization: string | null
  ): Promise<{ tenantId: string | null; account: Account | null }>
  /**
   * Where an address may enter: as super administrator first, then its active organizations by
   * name. Whoever is in more than 50 has to name the one they mean.
   */
  placesOf(email: string): Promise<Account[]>
  /** Super administrators who may enter, those who have been there longest first: twenty at the most. */
  superAdministrators(): Promise<Account[]>
  /** Organizations an address belongs to that are suspended, or are to be deleted: to be told to nobody but them. */
  closedTo(email: string): Promise<Account[]>
  /** What the caller, this person, has set in the console, by key. */
  preferencesOf(userId: string): Promise<Record<string, unknown>>
  /**
   * Keeps people as they are until the transaction ends: what is read of them afterwards stays true. Always before rows that
   * are theirs, as who switches somebody off holds the person first, and their sessions and tokens behind that.
   */
  hold(userIds: readonly string[]): Promise<void>
  /** Notes whether somebody has a second factor, in the transaction in which they get or lose it. */
  noteSecondFactor(userId: string, has: boolean): Promise<void>
  /** Notes a sign-in. */
  noteSignIn(userId: string): Promise<void>
  /** The super administrator named by ADMIN_EMAIL, made or let in again when necessary. */
  ensureSuperAdministrator(email: string): Promise<Account>
}

export const accounts = service<Accounts>('users.accounts')
