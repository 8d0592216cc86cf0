import { service } from '@crossdock/kernel/plugin'

/** Links that sign a person in once. */
export interface SignInLinks {
  /** The address of a single-use link for `userId`, valid for 10 minutes by default. */
  create(userId: string, lifetimeMs?: number): Promise<string>
}

export const signInLinks = service<SignInLinks>('access.signInLinks')
