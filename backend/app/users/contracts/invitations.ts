import { service } from '@crossdock/kernel/plugin'

/** Implemented by the access domain, which knows how people get in. */
export interface Invitations {
  /** Mails the user a link to sign in with, once the current transaction has committed. */
  send(userId: string): Promise<void>
}

export const invitations = service<Invitations>('users.invitations')
