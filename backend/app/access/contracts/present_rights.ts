import { service } from '@crossdock/kernel/plugin'

/** What a person may do just now. */
export interface RightsOfPerson {
  /** False for nobody, and for who is no longer there. */
  isHere: boolean
  /** Whether they are let in at all. */
  mayEnter: boolean
  permissions: ReadonlySet<string>
}

/** For work that goes on without the person it is done for. */
export interface PresentRights {
  /**
   * What a person may do in the current tenant at this moment: nothing for nobody (null), who was
   * removed or deactivated, or belongs to another tenant.
   */
  of(userId: string | null): Promise<RightsOfPerson>
}

export const presentRights = service<PresentRights>('access.presentRights')
