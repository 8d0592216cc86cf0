import { service } from '@crossdock/kernel/plugin'

/** Implemented by the access domain, which handles sign-in. */
export interface Invitations {
  /** Mails the user a sign-in link after the current transaction has committed. */
  send(userId: string): Promise<void>
}

export const invitations = service<Invitations>('users.invitations')
