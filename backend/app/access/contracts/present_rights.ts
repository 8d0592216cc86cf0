import { service } from '@crossdock/kernel/plugin'
import type { Actor, Caller } from '@crossdock/kernel/tenancy'

/** What a person may do just now. */
export interface RightsOfPerson {
  /** False for nobody, and for who is no longer there. */
  isHere: boolean
  /** Whether they are let in at all. */
  mayEnter: boolean
  permissions: ReadonlySet<string>
}

/** What an actor may do just now, and the bounds of the credential it came in by. */
export interface RightsOfActor extends RightsOfPerson {
  bounds: Pick<Caller, 'environmentId' | 'expiresAt'>
}

/** For work that goes on without the person it is done for. */
export interface PresentRights {
  /**
   * What a person may do in the current tenant at this moment: nothing for nobody (null), who was
   * removed or deactivated, or belongs to another tenant.
   */
  of(userId: string | null): Promise<RightsOfPerson>
  /**
   * As `of`, for what began work by itself or with a credential of its own: an API token that was
   * revoked or has ended may do nothing, whatever its owner may.
   */
  ofActor(actor: Actor): Promise<RightsOfActor>
}

export const presentRights = service<PresentRights>('access.presentRights')
