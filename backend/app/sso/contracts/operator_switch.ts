import { service } from '@crossdock/kernel/plugin'

/** Controls single sign-on for the operator of the server, without a sign-in. */
export interface OperatorSwitch {
  /**
   * Switches off every provider of a tenant, named by id or subdomain, and lets its people sign in by mail again.
   * @returns the names of those that were on
   * @throws Problem 404
   */
  disable(tenant: string): Promise<string[]>
}

export const operatorSwitch = service<OperatorSwitch>('sso.operatorSwitch')
