import { service } from '@crossdock/kernel/plugin'

/** API tokens of the super administrator, for operators of the server. */
export interface OperatorTokens {
  /** Returns the secret of a new token with all permissions; it cannot be read again. @throws Problem 422 */
  create(name: string, expiresAt: string | null): Promise<string>
}

export const operatorTokens = service<OperatorTokens>('tokens.operatorTokens')
