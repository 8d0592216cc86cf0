import { service } from '@crossdock/kernel/plugin'
import type { Actor, Caller } from '@crossdock/kernel/tenancy'

/** The current permissions of a person. */
export interface RightsOfPerson {
  /** False without a person, and for people who were removed or belong to another tenant. */
  isHere: boolean
  /** Whether they may sign in at all. */
  mayEnter: boolean
  permissions: ReadonlySet<string>
}

/** The current permissions of an actor, and the limits of its credential. */
export interface RightsOfActor extends RightsOfPerson {
  bounds: Pick<Caller, 'environmentId' | 'expiresAt'>
}

/** Permission checks for background work. */
export interface PresentRights {
  /**
   * The current permissions of a person in the current tenant: none for null and for people who were removed, were
   * deactivated or belong to another tenant.
   */
  of(userId: string | null): Promise<RightsOfPerson>
  /**
   * Like `of`, for the actor that started the work. An API token that was revoked or has expired has no
   * permissions, whatever its owner may do.
   */
  ofActor(actor: Actor): Promise<RightsOfActor>
}

export const presentRights = service<PresentRights>('access.presentRights')
