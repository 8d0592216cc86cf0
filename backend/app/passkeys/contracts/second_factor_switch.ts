import { service } from '@crossdock/kernel/plugin'

/** Second factors as whoever runs the server may change them, without a sign-in. */
export interface SecondFactorSwitch {
  /**
   * Lets a tenant, named by id or subdomain, require a second factor no more.
   * @returns whether it did. @throws Problem 404
   */
  release(tenant: string): Promise<boolean>
  /**
   * Takes passkeys, recovery codes and sessions of a person.
   * @param organization id, subdomain or name; null for a super administrator. @throws Problem 404
   */
  reset(email: string, organization: string | null): Promise<void>
}

export const secondFactorSwitch = service<SecondFactorSwitch>('passkeys.secondFactorSwitch')
