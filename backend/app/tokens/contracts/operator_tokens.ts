import { service } from '@crossdock/kernel/plugin'

/** API tokens of the super administrator, for whoever runs the server. */
export interface OperatorTokens {
  /** The secret of a new token that may do everything; it cannot be read again. @throws Problem 422 */
  create(name: string, expiresAt: string | null): Promise<string>
}

export const operatorTokens = service<OperatorTokens>('tokens.operatorTokens')
