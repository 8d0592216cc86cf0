import { service } from '@crossdock/kernel/plugin'

/** Control over second factors for the operator of the server, without a sign-in. */
export interface SecondFactorSwitch {
  /**
   * Stops a tenant, named by id or subdomain, from requiring a second factor.
   * @returns whether it did require one
   * @throws Problem 404
   */
  release(tenant: string): Promise<boolean>
  /**
   * Deletes passkeys, recovery codes and sessions of a person.
   * @param organization id, subdomain or name; null for a super administrator
   * @throws Problem 404
   */
  reset(email: string, organization: string | null): Promise<void>
}

export const secondFactorSwitch = service<SecondFactorSwitch>('passkeys.secondFactorSwitch')
