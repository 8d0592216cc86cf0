import { service } from '@crossdock/kernel/plugin'

/** A user with everything that sign-in and permission checks need. */
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
  /** False for a deactivated user, and for all users of a tenant that is not active. */
  mayEnter: boolean
  isDeactivated: boolean
  /** Who requires a second factor. */
  secondFactorRequiredBy: 'operator' | 'tenant' | null
  /** Whether the organization does not allow their address, so that they can no longer sign in. */
  isOutside: boolean
  /** Whether they may sign in only with an identity provider of their organization. */
  ssoOnly: boolean
  /** Maximum hours of their sessions; null: the default. */
  sessionHours: number | null
}

/** Accounts across tenants. Every call works from any context, also inside a transaction. */
export interface Accounts {
  find(userId: string): Promise<Account | null>
  /**
   * Like `find`, from the cache until the event log reports a change; manual changes appear within 3 seconds.
   */
  known(userId: string): Promise<Account | null>
  /**
   * The organization a text means (subdomain, id or exact name; empty: none, for super administrators) and the
   * person's account there. Both are null when unknown.
   */
  resolve(
    email: string,
    organization: string | null
  ): Promise<{ tenantId: string | null; account: Account | null }>
  /**
   * Where an address may sign in: first as super administrator, then its active organizations by name. At most 50;
   * people in more must name one.
   */
  placesOf(email: string): Promise<Account[]>
  /** Active super administrators, oldest accounts first; at most twenty. */
  superAdministrators(): Promise<Account[]>
  /**
   * Where an address has an account but may not sign in: it is deactivated, or its organization is suspended or
   * scheduled for deletion. Show them only to the owner of the address.
   */
  closedTo(email: string): Promise<Account[]>
  /** The preferences of this person, who must be the caller, by key. */
  preferencesOf(userId: string): Promise<Record<string, unknown>>
  /**
   * Locks people until the transaction ends, so that what is read about them stays true. Always lock people before
   * their sessions and tokens: deactivation uses the same order.
   */
  hold(userIds: readonly string[]): Promise<void>
  /** Stores whether a person has a second factor. Call it in the transaction that adds or removes the factor. */
  noteSecondFactor(userId: string, has: boolean): Promise<void>
  /** Stores the time of a sign-in. */
  noteSignIn(userId: string): Promise<void>
  /** The super administrator named by ADMIN_EMAIL, created or reactivated if necessary. */
  ensureSuperAdministrator(email: string): Promise<Account>
}

export const accounts = service<Accounts>('users.accounts')
